// Signs for cards, found by the words of their names: sets that others write get theirs by the same words, or a stamp.

const GLYPHS = {
  missile: "M24 4c5 5 7 11 7 18v10H17V22c0-7 2-13 7-18zM17 26l-6 7v5l6-3M31 26l6 7v5l-6-3M20 36l-2 8M24 36v9M28 36l2 8M24 15v6",
  silo: "M8 44h32M12 44V26a12 12 0 0 1 24 0v18M24 20c3 3 4 6 4 10v14h-8V30c0-4 1-7 4-10zM12 32h4M32 32h4M4 26l8-3M44 26l-8-3",
  factory: "M5 43V24l10 6v-6l10 6v-6l10 6V10h7v33zM12 36h4M22 36h4M32 36h4M37 6c2-3 5-3 7-1",
  barred: "M24 5a19 19 0 1 0 .1 0zM11 11l26 26M16 20h16v10H16z",
  dome: "M5 40h38M8 40C8 24 15 15 24 15s16 9 16 25M18 40v-8h12v8M12 27h24M24 15V8M20 8h8",
  answer: "M42 24a18 18 0 1 1-6-13M36 3v8h-8M24 14v10l7 5",
  columns: "M5 42h38M8 38h32M7 18h34L24 7zM12 18v20M20 18v20M28 18v20M36 18v20M24 7V2h8v4h-8",
  bomb: "M20 18a13 13 0 1 0 .1 0zM27 19l5-6c2-2 5-1 6 1M38 14l3-3M39 17l4 1M36 11l0-5M14 27c0-3 2-5 5-6",
  file: "M6 40V11h12l4 5h20v24zM20 27a6 6 0 1 0 12 0 6 6 0 1 0-12 0M30 32l6 5",
  flask: "M19 5h10M21 5v13L9 39c-1 3 0 4 3 4h24c3 0 4-1 3-4L27 18V5M14 31h20M20 37h.1M27 35h.1",
  mask: "M4 17c7-5 13-5 20-1 7-4 13-4 20 1 0 11-5 17-11 17-4 0-6-3-9-6-3 3-5 6-9 6C9 34 4 28 4 17zM11 21c3-2 6-1 8 2-3 2-6 1-8-2zM37 21c-3-2-6-1-8 2 3 2 6 1 8-2z",
  hat: "M3 25c12 5 30 5 42 0M11 24l4-14c6-3 12-3 18 0l4 14M12 34a5 5 0 1 0 10 0 5 5 0 1 0-10 0M26 34a5 5 0 1 0 10 0 5 5 0 1 0-10 0M22 33c1-1 3-1 4 0",
  lander: "M16 14h16l5 8-5 8H16l-5-8zM20 14V8h8v6M24 8V4M15 30L8 42M33 30l7 12M20 30l-2 6h12l-2-6M4 43h8M36 43h8M20 22h8",
  star: "M24 5l5.6 12.6L43 19l-10 9 3 14-12-7-12 7 3-14L5 19l13.400-1.400z",
  gavel: "M11 18l11-11 10 10-11 11zM26 22l16 15-4 4-15-16M8 43h20M12 38h12M8 15l6-5M29 28l6-5",
  barn: "M6 42V22l6-10h24l6 10v20zM6 22h36M17 42V30h14v12M17 30l14 12M31 30L17 42M21 17h6v5h-6z",
  peace: "M24 5a19 19 0 1 0 .1 0zM24 5v38M24 24L11 38M24 24l13 14",
  flower: "M24 19a5 5 0 1 0 .1 0zM24 19c-6-5-5-13 0-14 5 1 6 9 0 14zM29 24c5-6 13-5 14 0-1 5-9 6-14 0zM24 29c6 5 5 13 0 14-5-1-6-9 0-14zM19 24c-5 6-13 5-14 0 1-5 9-6 14 0z",
  tank: "M6 34h36c3 0 4 3 2 5l-3 4H8l-4-4c-2-2-1-5 2-5zM11 34l3-8h20l3 8M17 26v-7h14v7M31 21l13-5M13 39h.1M20 39h.1M27 39h.1M34 39h.1",
  dish: "M8 8c-3 14 8 27 24 24zM20 20l12-12M30 7a4 4 0 0 1 5 5M20 31l-6 12M24 33l6 10M10 43h24M33 3a9 9 0 0 1 11 11",
  cap: "M3 19l21-9 21 9-21 9zM12 24v10c7 6 17 6 24 0V24M42 20v13M42 33l-3 7h6z",
  dove: "M5 28c8 0 12-3 14-9 1-5 5-9 11-8 3 0 4 2 7 3l6 1-5 4c0 10-7 18-17 18-7 0-12-3-16-9zM20 24c2 5 6 8 12 8M32 16h.1M37 30l6 6M40 29l5 2",
  road: "M15 43L21 5h6l6 38zM24 9v5M24 19v6M24 31v8M4 43l9-38M44 43L35 5",
  shuttle: "M24 3c4 4 6 9 6 15v16H18V18c0-6 2-11 6-15zM18 24L7 36v5h11M30 24l11 12v5H30M21 34v9h6v-9M21 16h6",
  globe: "M24 5a19 19 0 1 0 .1 0zM5 24h38M24 5c-11 11-11 27 0 38M24 5c11 11 11 27 0 38M8 14h32M8 34h32",
  guitar: "M44 5l-5-1-14 14c-3-2-7-1-9 2-1 2-2 3-4 3-5 1-8 6-8 10 0 6 5 11 11 11 4 0 9-3 10-8 0-2 1-3 3-4 3-2 4-6 2-9l14-14zM16 32a3 3 0 1 0 .1 0zM21 27l4-4",
  clapper: "M6 19h36v24H6zM6 19L4 11 39 4l2 8zM13 9l5 7M23 7l5 7M32 5l5 7M21 26v10l9-5z",
  mountain: "M3 42L18 13l8 14 5-8 14 23zM13 23l5 4 4-3M17 42v-7a4 4 0 0 1 8 0v7M31 8a4 4 0 1 0 .1 0z",
  wheel: "M24 5a16 16 0 1 0 .1 0zM24 21v-16M24 21l14 8M24 21l-14 8M24 21L10 13M24 21l14-8M24 21v16M24 18a3 3 0 1 0 .1 0zM17 44l7-23 7 23M12 44h24",
  atom: "M24 21a3 3 0 1 0 .1 0zM24 14c10 0 20 4 20 10s-10 10-20 10S4 30 4 24s10-10 20-10zM15 19c5-9 13-15 18-12s5 13 0 22-13 15-18 12-5-13 0-22zM33 19c-5-9-13-15-18-12s-5 13 0 22 13 15 18 12 5-13 0-22z",
  coin: "M24 6a18 18 0 1 0 .1 0zM29 17c-3-3-10-2-10 2 0 5 10 3 10 8 0 4-7 5-11 2M24 12v24",
  cross: "M7 43V16h34v27zM24 21v14M17 28h14M14 16V8h20v8",
  wave: "M24 44V22M24 16a3 3 0 1 0 .1 0zM15 28a12 12 0 0 1 0-18M33 28a12 12 0 0 0 0-18M10 33a19 19 0 0 1 0-28M38 33a19 19 0 0 0 0-28M18 44h12",
  ship: "M4 32h40l-6 10H10zM11 32v-8h26v8M18 24V10h6v14M24 13l12 8",
  scroll: "M12 6h26c4 0 4 7 0 7h-4v24c0 3-2 5-5 5H9c4 0 4-3 4-7h16M14 13h20M12 6c-4 0-4 7 0 7v22M18 19h11M18 25h11",
  wall: "M5 12h38v30H5zM5 22h38M5 32h38M18 12v10M32 12v10M11 22v10M25 22v10M38 22v10M18 32v10M32 32v10",
  clock: "M24 6a19 19 0 1 0 .1 0zM24 14v11l8 5M10 7L4 13M38 7l6 6",
  train: "M12 6h24v26H12zM12 20h24M18 26h.1M30 26h.1M14 32l-6 10M34 32l6 10M12 38h24M20 11h8",
};

const WORDS = [
  [/\bsilo/, "silo"], [/lander|\bmoon|lunar/, "lander"], [/missile|warhead|launch|nuke/, "missile"], [/strike|rocket/, "missile"],
  [/factory|plant|works|mill\b|foundry|industr/, "factory"], [/embargo|sanction|blockade|\bban\b|veto/, "barred"], [/bunker|shelter|vault/, "dome"],
  [/response|retaliat|return|answer/, "answer"], [/embassy|consul|capitol|court|parliament|ministry|palace|museum/, "columns"],
  [/sabotage|bomb|explos|mine\b/, "bomb"], [/agency|bureau|dossier|file|papers/, "file"], [/research|laborator|experiment|science|poison/, "flask"],
  [/secret|mask|double|disguise/, "mask"], [/espionage|spy|agent|mole|intelligence/, "hat"], [/military|army|base\b|general|medal|ribbon/, "star"],
  [/legislat|law\b|act\b|judge|decree|treaty/, "gavel"], [/farm|harvest|ranch|barn/, "barn"], [/counterculture|peace|protest/, "peace"],
  [/hippie|flower|garden|commune/, "flower"], [/invasion|invade|tank|offensive|front/, "tank"], [/radar|dish|antenna|observ|seismo/, "dish"],
  [/university|school|college|academy|student/, "cap"], [/reform|dove|rights|freedom|mercy/, "dove"], [/radio|broadcast|signal|phone|hotline|press|news/, "wave"], [/interstate|highway|\broad|bridge|route/, "road"],
  [/shuttle|space|satellite|orbit|plane|air/, "shuttle"], [/\bun\b|united|nations|world\b(?!'s)|global|summit/, "globe"], [/woodstock|music|concert|band|song/, "guitar"],
  [/hollywood|film|movie|cinema|theat/, "clapper"], [/raven|rock|mountain|cave|alp/, "mountain"], [/fair|carnival|park|wheel/, "wheel"],
  [/atom|nuclear|reactor|power|fallout|half-life|decay/, "atom"], [/bank|money|market|trade|tax|gold|fund/, "coin"], [/hospital|clinic|church|red cross|doctor/, "cross"],
  [/ship|navy|harbou?r|port\b|fleet|submarine|canal/, "ship"], [/archive|book|letter|charter|plan\b|program/, "scroll"],
  [/wall|curtain|border|fort|fence|gate/, "wall"], [/clock|countdown|time|hour|deadline/, "clock"], [/train|rail|metro|station/, "train"],
];

function number(text) {
  let sum = 2166136261;
  for (const sign of text) sum = Math.imul(sum ^ sign.codePointAt(0), 16777619) >>> 0;
  return sum;
}

/** The stamp of a name that no sign fits: a ring with as many notches as its letters come to. */
function stamp(name) {
  const seed = number(name);
  const teeth = 5 + (seed % 8);
  const inner = 9 + ((seed >> 4) % 5);
  let path = "";
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const turn = (tooth / teeth) * Math.PI * 2 + (seed % 7);
    const at = (radius, more = 0) => `${(24 + Math.cos(turn + more) * radius).toFixed(1)} ${(24 + Math.sin(turn + more) * radius).toFixed(1)}`;
    path += seed & 64 ? `M${at(inner)}L${at(20)}` : `M${at(inner)}L${at(20, Math.PI / teeth)}L${at(inner, (2 * Math.PI) / teeth)}`;
  }
  return `${path}M24 ${24 - inner}a${inner} ${inner} 0 1 0 .1 0z`;
}

/** The lines of the sign for a name, for a box of 48 by 48. */
export function emblem(name) {
  const plain = name.toLowerCase().replace(/^[^:]*:/, "");
  const known = WORDS.find(([words]) => words.test(plain));
  return known ? GLYPHS[known[1]] : stamp(plain);
}

/** Which of several colours a set has that is not listed. */
export const pick = (text, among) => number(text) % among;
