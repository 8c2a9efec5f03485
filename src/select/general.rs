//! Whether a prompt asks about the world or about the work at hand: `what does the walrus operator do`
//! is answered by no memory, however many speak of the language; `why is the build red again` may be.

use super::encoder::Vector;

/// The direction from prompts of the one kind to prompts of the other; `benches/general_direction.py`
/// makes it from prompts of our own in four languages.
static DIRECTION: &[u8] = include_bytes!("general.bin");

/// How far a prompt is on the side of the world, -1 to 1; questions about a project are below 0.
#[must_use]
pub fn generality(prompt: &Vector) -> f64 {
    Vector::from_bytes(DIRECTION).map_or(0.0, |direction| f64::from(prompt.dot(&direction)))
}

#[cfg(test)]
mod tests {
    use super::generality;
    use crate::select::encoder::{Side, encode};

    #[test]
    fn the_world_and_the_work_at_hand_are_told_apart() {
        let of = |prompt| generality(&encode(prompt, Side::Query).unwrap());
        for (world, work) in [
            ("what is a mutex", "the staging deploy failed, have a look"),
            ("什么是互斥锁", "预发环境的部署失败了，看一下"),
            ("how do I sort a list in Ruby", "use the new sort order on the orders page"),
        ] {
            assert!(of(world) > of(work), "{world} {} {work} {}", of(world), of(work));
        }
    }
}
