//! Radicals of Chinese writing as the characters that look the same: fonts have one glyph for both, and some programs write down the radical.

/// What the characters from U+2E80 on stand for (Unicode 15, EquivalentUnifiedIdeograph.txt); those without an equivalent, themselves.
const SUPPLEMENT: &str = "\
    ⺀厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑𫜹忄心扌攵⺚旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂\
    肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟\
";

/// The character that a radical looks like; none if it is no such radical, or looks like no other. The radicals of U+2F00 to U+2FD5 are
/// what their compatibility decomposition is.
pub(super) fn character_of(radical: char) -> Option<char> {
    let place = u32::from(radical).checked_sub(0x2E80)?;
    SUPPLEMENT.chars().nth(place as usize).filter(|character| *character != radical)
}

#[cfg(test)]
mod tests {
    use super::character_of;

    #[test]
    fn radicals_are_the_characters_that_they_look_like() {
        assert_eq!(['⻬', '⻚', '⻓', '⻳'].map(character_of), ['齐', '页', '长', '龟'].map(Some));
        assert_eq!(['a', '龟', '⼀', '\u{2e80}'].map(character_of), [None; 4]);
    }
}
