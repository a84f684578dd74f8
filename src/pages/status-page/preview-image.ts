import { crc32, deflateSync } from "node:zlib"

/** As Open Graph recommends. */
const width = 1200
const height = 630

const defaultAccent = "#3f4fd0"
/** Ground, card, line, words; the accent is the last one. */
const palette = ["#f6f7f9", "#ffffff", "#e2e5ea", "#c3c9d3"]
const [ground, card, line, words, accent] = [0, 1, 2, 3, 4]

type Box = { x: number; y: number; wide: number; tall: number; radius: number; color: number }

function fill(pixels: Buffer, { x, y, wide, tall, radius, color }: Box): void {
  for (let row = 0; row < tall; row += 1) {
    const edge = Math.max(radius - row - 0.5, row + 0.5 - (tall - radius), 0)
    const inset = Math.round(radius - Math.sqrt(radius ** 2 - edge ** 2))
    const start = (y + row) * (width + 1) + 1 + x
    pixels.fill(color, start + inset, start + wide - inset)
  }
}

/** Three components with their days, as a page shows them. Each row begins with a byte for its filter. */
function draw(): Buffer {
  const pixels = Buffer.alloc((width + 1) * height, ground)
  for (let row = 0; row < height; row += 1) pixels[row * (width + 1)] = 0
  fill(pixels, { x: 0, y: 0, wide: width, tall: 16, radius: 0, color: accent })
  fill(pixels, { x: 99, y: 89, wide: 1002, tall: 452, radius: 25, color: line })
  fill(pixels, { x: 100, y: 90, wide: 1000, tall: 450, radius: 24, color: card })
  for (const [at, wide] of [260, 190, 310].entries()) {
    const y = 130 + at * 138
    fill(pixels, { x: 140, y, wide: 22, tall: 22, radius: 11, color: accent })
    fill(pixels, { x: 176, y: y + 2, wide, tall: 18, radius: 9, color: words })
    fill(pixels, { x: 960, y: y + 2, wide: 100, tall: 18, radius: 9, color: line })
    for (let day = 0; day < 46; day += 1) {
      fill(pixels, { x: 140 + day * 20, y: y + 40, wide: 14, tall: 52, radius: 4, color: accent })
    }
  }
  return pixels
}

/** PNG (third edition), 5.3. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

function headerOf(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits a pixel, which is a number in the palette.
  header.set([8, 3, 0, 0, 0], 8)
  return chunk("IHDR", header)
}

const made: { pixels?: Buffer } = {}

/** A picture of a status page in its accent color, for previews of links to pages without a logo. As PNG. */
export function previewImage(accentColor: string | null): Buffer {
  made.pixels ??= chunk("IDAT", deflateSync(draw(), { level: 9 }))
  const colors = [...palette, accentColor ?? defaultAccent].map((color) => color.slice(1)).join("")
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    headerOf(),
    chunk("PLTE", Buffer.from(colors, "hex")),
    made.pixels,
    chunk("IEND", Buffer.alloc(0)),
  ])
}
