import { unusable } from "./backup-error.ts"

/** One file of an archive in the ustar format (POSIX.1-1988), small enough to be held in memory. */
export type Entry = { name: string; bytes: Buffer }

const block = 512
const mostBytes = 64 * 1024 * 1024
const mode = "0000600\0"
const sums = { from: 148, to: 156 }

/** The bytes of an archive, which `tar` can also read. */
export async function* packTar(
  entries: AsyncIterable<Entry>,
  madeAt: Date,
): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of entries) {
    yield headerOf(name, bytes.length, madeAt)
    yield bytes
    const rest = bytes.length % block
    if (rest > 0) yield Buffer.alloc(block - rest)
  }
  yield Buffer.alloc(2 * block)
}

function headerOf(name: string, size: number, madeAt: Date): Buffer {
  const header = Buffer.alloc(block)
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long`)
  header.write(name, 0)
  header.write(`${mode}0000000\x000000000\0${octal(size)}${octal(madeAt.getTime() / 1000)}`, 100)
  header.write("        0", sums.from)
  header.write("ustar\x0000", 257)
  header.write(`${checksum(header).toString(8).padStart(6, "0")}\0 `, sums.from)
  return header
}

const octal = (value: number) => `${Math.floor(value).toString(8).padStart(11, "0")}\0`

/** Sum of the header's bytes, with the checksum's own field as spaces. */
function checksum(header: Buffer): number {
  let sum = 0
  for (const [at, byte] of header.entries()) {
    sum += at >= sums.from && at < sums.to ? 0x20 : byte
  }
  return sum
}

/**
 * The files of an archive, in order. Ends once the source has ended, which is when compression finds its checksum.
 *
 * @throws {BackupError} if it is damaged or ends early.
 */
export async function* unpackTar(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const chunks = source[Symbol.asyncIterator]()
  const read = readerOf(chunks)
  for (;;) {
    const header = await read(block)
    if (header.every((byte) => byte === 0)) break
    const size = Number.parseInt(header.toString("latin1", 124, 135), 8)
    const stated = Number.parseInt(header.toString("latin1", sums.from, sums.to), 8)
    if (stated !== checksum(header) || !(size >= 0 && size <= mostBytes)) throw damaged()
    const name = header.toString("utf8", 0, 100).replace(/\0.*$/s, "")
    const padded = await read(Math.ceil(size / block) * block)
    yield { name, bytes: padded.subarray(0, size) }
  }
  while ((await chunks.next()).done !== true);
}

function readerOf(chunks: AsyncIterator<Buffer>): (size: number) => Promise<Buffer> {
  let held: Buffer[] = []
  let length = 0
  return async (size) => {
    while (length < size) {
      const next = await chunks.next()
      if (next.done === true) throw damaged()
      held.push(next.value)
      length += next.value.length
    }
    const all = held.length === 1 && held[0] !== undefined ? held[0] : Buffer.concat(held)
    held = [all.subarray(size)]
    length = all.length - size
    return all.subarray(0, size)
  }
}

const damaged = () => unusable("damaged")
