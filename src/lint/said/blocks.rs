//! Code blocks.

use std::ops::Range;

use super::Line;

/// The code between two fences.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The lines between the fences.
    pub(crate) code: String,
    /// Where they stand in the whole text, with the fences.
    pub(crate) span: Range<usize>,
}

/// The fenced blocks of a memory, in order.
pub(super) fn blocks(lines: &[Line<'_>]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<Block> = None;
    for line in lines {
        let fence = line.text.trim_start_matches([' ', '\t', '>']);
        let is_fence = line.fenced && (fence.starts_with("```") || fence.starts_with("~~~"));
        match open.take() {
            None if is_fence => {
                open = Some(Block { code: String::new(), span: line.span() });
            }
            None => {}
            Some(mut block) if line.fenced && !is_fence => {
                block.code.push_str(line.text);
                block.code.push('\n');
                block.span.end = line.span().end;
                open = Some(block);
            }
            Some(mut block) => {
                block.span.end = block.span.end.max(line.span().end);
                blocks.push(block);
            }
        }
    }
    blocks.extend(open);
    blocks
}
