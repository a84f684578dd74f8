import type { ServerHttp2Stream } from "node:http2"
import { readParts } from "../../http/read-body.ts"
import { Refusal } from "../../http/refusal.ts"
import { limits } from "../otlp/otlp-error.ts"

/** The message of a unary call, as it arrived. */
export type Message = { body: Buffer[]; isZipped: boolean }

const prefixBytes = 5

/**
 * Reads the one message of a call: a byte that says whether it is compressed, four of its length, and the message.
 *
 * @param onBytes called before bytes are kept; what it throws ends the reading.
 * @throws {Refusal} 413 for a message that is too large, 400 for one that is cut off.
 */
export async function readMessage(
  stream: ServerHttp2Stream,
  onBytes: (bytes: number) => void,
): Promise<Message> {
  const parts = await readParts(stream, limits.bodyBytes + prefixBytes, onBytes)
  const bytes = Buffer.concat(parts)
  const size = bytes.length < prefixBytes ? null : bytes.readUInt32BE(1)
  if (size === null || bytes.length - prefixBytes < size) {
    throw new Refusal("validation_failed", "The call ended before its message was complete.")
  }
  if (bytes.length - prefixBytes > size) {
    throw new Refusal("validation_failed", "Send one message in a call.")
  }
  return { body: [bytes.subarray(prefixBytes)], isZipped: bytes[0] === 1 }
}

/** A message with its prefix. */
export function writeMessage(bytes: Buffer): Buffer {
  const head = Buffer.alloc(prefixBytes)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}
