/**
 * A QR code of ISO/IEC 18004: byte mode, error correction M, versions 1 to 10.
 *
 * @returns rows of modules, true for dark; null where the text is longer than 213 bytes.
 */
export function encodeQr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const version = versions.findIndex(({ data }, at) => bytes.length <= data - (at < 9 ? 2 : 3)) + 1
  if (version === 0) return null
  const words = interleave(version, dataWords(version, bytes))
  const candidates = masks.map((_mask, number) => draw(version, words, number))
  const costs = candidates.map(penalty)
  return candidates[costs.indexOf(Math.min(...costs))] ?? null
}

/** For level M: data codewords, blocks and error correction codewords a block (table 9). */
const versions = [
  { data: 16, blocks: 1, correction: 10 },
  { data: 28, blocks: 1, correction: 16 },
  { data: 44, blocks: 1, correction: 26 },
  { data: 64, blocks: 2, correction: 18 },
  { data: 86, blocks: 2, correction: 24 },
  { data: 108, blocks: 4, correction: 16 },
  { data: 124, blocks: 4, correction: 18 },
  { data: 154, blocks: 4, correction: 22 },
  { data: 182, blocks: 5, correction: 22 },
  { data: 216, blocks: 5, correction: 26 },
]
/** Centres of the alignment patterns by version (annex E). */
const centres = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
]

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

const bitsOf = (value: number, count: number): boolean[] =>
  Array.from({ length: count }, (_unused, at) => ((value >>> (count - 1 - at)) & 1) === 1)

function dataWords(version: number, bytes: Uint8Array): number[] {
  const capacity = versions[version - 1]?.data ?? 0
  const bits = [...bitsOf(4, 4), ...bitsOf(bytes.length, version < 10 ? 8 : 16)]
  for (const byte of bytes) bits.push(...bitsOf(byte, 8))
  bits.push(...bitsOf(0, Math.min(4, capacity * 8 - bits.length)))
  while (bits.length % 8 !== 0) bits.push(false)
  const words = Array.from({ length: bits.length / 8 }, (_unused, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((value, bit) => value * 2 + Number(bit), 0),
  )
  for (let at = 0; words.length < capacity; at++) words.push(at % 2 === 0 ? 0xec : 0x11)
  return words
}

/** Blocks in turns, word by word; the longer blocks stand last (clause 7.6). */
function interleave(version: number, words: number[]): number[] {
  const { blocks, correction } = versions[version - 1] ?? { blocks: 1, correction: 10 }
  const short = Math.floor(words.length / blocks)
  const longFrom = blocks - (words.length % blocks)
  const parts: number[][] = []
  let from = 0
  for (let block = 0; block < blocks; block++) {
    const size = short + (block >= longFrom ? 1 : 0)
    parts.push(words.slice(from, from + size))
    from += size
  }
  const checks = parts.map((part) => correctionWords(part, correction))
  return [...turns(parts, short + 1), ...turns(checks, correction)]
}

const turns = (lists: number[][], length: number): number[] =>
  Array.from({ length }, (_unused, at) => lists.flatMap((list) => list[at] ?? [])).flat()

/** Multiplication in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((b >>> bit) & 1) * a
  }
  return product
}

function correctionWords(words: number[], count: number): number[] {
  let generator = [1]
  let root = 1
  for (let at = 0; at < count; at++) {
    const next = [...generator, 0]
    for (const [place, factor] of generator.entries()) {
      next[place + 1] = (next[place + 1] ?? 0) ^ multiply(factor, root)
    }
    generator = next
    root = multiply(root, 2)
  }
  const rest = Array.from({ length: count }, () => 0)
  for (const word of words) {
    const factor = word ^ (rest.shift() ?? 0)
    rest.push(0)
    for (let at = 0; at < count; at++) {
      rest[at] = (rest[at] ?? 0) ^ multiply(generator[at + 1] ?? 0, factor)
    }
  }
  return rest
}

function draw(version: number, words: number[], mask: number): boolean[][] {
  const size = 17 + version * 4
  const modules = Array.from({ length: size }, () =>
    Array.from({ length: size }, (): boolean | null => null),
  )
  const set = (x: number, y: number, isDark: boolean) => {
    const row = modules[y]
    if (row !== undefined && x >= 0 && x < size) row[x] = isDark
  }
  const ring = (cx: number, cy: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        set(cx + x, cy + y, isDark(Math.max(Math.abs(x), Math.abs(y))))
      }
    }
  }
  for (let at = 0; at < size; at++) {
    set(at, 6, at % 2 === 0)
    set(6, at, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    ring(x, y, 4, (distance) => distance !== 2 && distance !== 4)
  }
  const middles = centres[version - 1] ?? []
  for (const x of middles) {
    for (const y of middles) {
      const isCorner =
        (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6)
      if (!isCorner) ring(x, y, 2, (distance) => distance !== 1)
    }
  }
  drawFormat(size, mask, set)
  if (version >= 7) drawVersion(size, version, set)
  placeWords(modules, words, masks[mask] ?? (() => false))
  return modules.map((row) => row.map((isDark) => isDark === true))
}

type Set = (x: number, y: number, isDark: boolean) => void

/** Level M is 00; BCH(15,5), masked (clause 7.9). */
function drawFormat(size: number, mask: number, set: Set): void {
  let rest = mask
  for (let at = 0; at < 10; at++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const bit = (at: number) => ((bits >>> at) & 1) === 1
  for (let at = 0; at < 15; at++) {
    const along = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at
    set(8, along, bit(at))
    const across = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at
    set(across, 8, bit(at))
  }
  set(8, size - 8, true)
}

/** BCH(18,6) (clause 7.10). */
function drawVersion(size: number, version: number, set: Set): void {
  let rest = version
  for (let at = 0; at < 12; at++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >>> at) & 1) === 1
    const far = size - 11 + (at % 3)
    const near = Math.floor(at / 3)
    set(far, near, isDark)
    set(near, far, isDark)
  }
}

/** Upwards and downwards in pairs of columns from the right, past the timing column. */
function placeWords(
  modules: (boolean | null)[][],
  words: number[],
  isFlipped: (x: number, y: number) => boolean,
): void {
  const size = modules.length
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        const row = modules[y]
        if (row === undefined || row[x] !== null) continue
        const isDark = (((words[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1
        row[x] = isDark !== isFlipped(x, y)
        at += 1
      }
    }
  }
}

/** How hard it is to read: runs, blocks, false finders and imbalance (clause 7.8.3). */
function penalty(modules: boolean[][]): number {
  const size = modules.length
  const columns = modules.map((_row, x) => modules.map((row) => row[x] === true))
  let cost = 0
  for (const line of [...modules, ...columns]) {
    const text = line.map((isDark) => (isDark ? "1" : "0")).join("")
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) cost += run.length - 2
    cost += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const isDark = modules[y]?.[x]
      const isBlock =
        modules[y]?.[x - 1] === isDark &&
        modules[y - 1]?.[x] === isDark &&
        modules[y - 1]?.[x - 1] === isDark
      if (isBlock) cost += 3
    }
  }
  const dark = modules.flat().filter(Boolean).length / size ** 2
  return cost + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}
