import { createReadStream } from "node:fs"
import type { Readable } from "node:stream"
import { UsageError } from "./command-error.ts"

const mostBytes = 64 * 1024 * 1024
const mostWords = "64 MiB"

/**
 * Reads a file, or standard input for `-`, as UTF-8, or as UTF-16 with a byte order mark.
 * @throws {UsageError} with what to do, if the file does not exist or is not text.
 */
export async function readText(path: string): Promise<string> {
  const from = path === "-" ? "Standard input" : `The file ${path}`
  const bytes = await readBytes(path === "-" ? process.stdin : createReadStream(path), path, from)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw packed(from)
  if (bytes.subarray(0, 2).toString("latin1") === "PK") throw packed(from)
  const mark = bytes.subarray(0, 2).toString("hex")
  try {
    return new TextDecoder(wideEncodings.get(mark) ?? "utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(`${from} is not UTF-8 text. Save it as UTF-8 first.`)
  }
}

/** By byte order mark. */
const wideEncodings = new Map([
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
])

const packed = (from: string) => new UsageError(`${from} is compressed. Decompress it first.`)

async function readBytes(stream: Readable, path: string, from: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > mostBytes) throw new UsageError(`${from} is larger than ${mostWords}.`)
    }
  } catch (error) {
    throw reason(error, path)
  }
  return Buffer.concat(chunks)
}

const reasons = new Map([
  ["ENOENT", "File not found:"],
  ["EISDIR", "This is a folder, not a file:"],
  ["EACCES", "No permission to read"],
  ["EPERM", "No permission to read"],
])

function reason(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  const words = reasons.get(code)
  return words === undefined ? error : new UsageError(`${words} ${path}.`)
}
