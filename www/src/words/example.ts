//! Three short texts to try: a source, an essay that copies from it with small changes, and one of its own that
//! borrows a sentence.

const SOURCE = `The keeper and the lamp

Before the lights were run by machines, every lighthouse had its keeper. He climbed the stairs at dusk, trimmed the wick, wound the clockwork that turned the lens, and sat through the night so that the flame would not smoke or fail. A ship at sea knew each tower by its rhythm: two short flashes and a pause, or one long beam every ten seconds.

The work was lonely, but it was never idle. Brass had to be polished, windows washed of salt, and every drop of oil written down in a book that an inspector might ask for at any hour. When fog came in, the keeper rang a bell by hand until it lifted, sometimes for two days and nights together.

Electric lamps ended all of this within a single lifetime. The towers still stand, and most of them still shine, but nobody climbs the stairs at dusk.`;

const COPY = `Life in a lighthouse

Lighthouses have guided ships for more than two thousand years, and for most of that time they needed people.

Before the lights were automated, every lighthouse had its keeper. He climbed the stairs at dusk, trimmed the wick, wound up the clockwork that turned the lens, and sat through the night so that the flame would not smoke or fail. Sailors learned the pattern of each light by heart.

The work was lonely, but it was never idle. Brass had to be polished, windows washed of salt, and every drop of oil recorded in a book that an inspector might ask for at any hour. In thick fog there was a bell to ring as well.

I think that we have lost something with the keepers, even though ships are safer today.`;

const OWN = `Finding the way at sea

A sailor today reads his position from a screen, but the older aids have not gone. Buoys mark the channel, bells and horns speak through the fog, and on the headlands the great lamps still turn.

Each light has a character of its own. As one writer puts it, “a ship at sea knew each tower by its rhythm: two short flashes and a pause, or one long beam every ten seconds.” Charts print these patterns next to the tower, so that a navigator with nothing but a watch can tell where he is.

Satellites fail seldom, yet they do fail, and then a steady light on a dark coast is worth more than any screen.`;

export const EXAMPLE: { name: string; source: string; format: "plain" }[] = [
  { name: "The keeper and the lamp.txt", source: SOURCE, format: "plain" },
  { name: "Essay, first pupil.txt", source: COPY, format: "plain" },
  { name: "Essay, second pupil.txt", source: OWN, format: "plain" },
];
