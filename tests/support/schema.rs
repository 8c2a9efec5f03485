//! Holds a document against its JSON Schema.

use serde_json::Value;

/// The part of JSON Schema that ours use; an unknown keyword is an error, so that none goes unchecked.
pub(crate) fn check(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let Some(rules) = schema.as_object() else { return if schema == true { Ok(()) } else { Err("never".into()) } };
    for (keyword, rule) in rules {
        let good = match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let target = rule.as_str().unwrap().strip_prefix('#').unwrap();
                check(root, root.pointer(target).ok_or("a dead reference")?, value)?;
                true
            }
            "type" => match rule {
                Value::Array(types) => types.iter().any(|t| is(t.as_str().unwrap(), value)),
                one => is(one.as_str().unwrap(), value),
            },
            "const" => rule == value,
            "enum" => rule.as_array().unwrap().contains(value),
            "minimum" => value.as_f64().is_none_or(|n| n >= rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|n| n <= rule.as_f64().unwrap()),
            "format" => rule != "date-time" || value.as_str().is_some_and(is_time),
            "required" => rule.as_array().unwrap().iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
            "properties" => {
                for (key, inner) in value.as_object().unwrap() {
                    let rule = rule.get(key).ok_or_else(|| format!("the key `{key}` is in no schema"))?;
                    check(root, rule, inner).map_err(|why| format!("{key}: {why}"))?;
                }
                true
            }
            "additionalProperties" => rule == true,
            "items" => {
                value.as_array().unwrap().iter().try_for_each(|item| check(root, rule, item))?;
                true
            }
            "anyOf" => rule.as_array().unwrap().iter().any(|one| check(root, one, value).is_ok()),
            "oneOf" => rule.as_array().unwrap().iter().filter(|one| check(root, one, value).is_ok()).count() == 1,
            other => return Err(format!("the keyword `{other}` is unknown here")),
        };
        if !good {
            return Err(format!("{keyword} {rule} does not hold for {value}"));
        }
    }
    Ok(())
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

/// RFC 3339 in UTC, as in `2026-11-29T12:00:00Z`.
fn is_time(text: &str) -> bool {
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    shape == "0000-00-00T00:00:00Z"
}
