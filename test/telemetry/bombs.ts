import { gzipSync } from "node:zlib"
import { logRequest } from "../support/otlp.ts"
import { fixed64, gigabyte, repeated, spanBomb, wrap } from "./proto-bytes.ts"

type Bytes = Buffer<ArrayBuffer>

/** Requests that are small to send and large to read. */
type Bomb = {
  name: string
  signal: "logs" | "traces"
  encoding: "protobuf" | "json"
  isZipped: boolean
  bytes(): Bytes
  status: 200 | 400 | 413
}

const zipped = { signal: "traces", encoding: "protobuf", isZipped: true } as const
const binary = { signal: "logs", encoding: "protobuf", isZipped: false } as const
const json = { signal: "logs", encoding: "json", isZipped: false } as const

/** A log record whose body is nested so many times. */
export function nestedBytes(levels: number): Bytes {
  let body: Buffer = Buffer.alloc(0)
  for (let level = 0; level < levels; level += 1) body = wrap(5, wrap(1, body))
  return recordOf(wrap(5, body))
}

/** A log record with a million attributes. */
export function manyKeys(body: Buffer = Buffer.alloc(0)): Bytes {
  // Field 6 with ten bytes, in it field 1 with eight: the key.
  const keys = Array.from(
    { length: 1_000_000 },
    (_, at) => `2\n\n\bk${String(at).padStart(7, "0")}`,
  )
  return recordOf(Buffer.concat([body, Buffer.from(keys.join(""), "latin1")]))
}

const recordOf = (members: Buffer): Bytes =>
  Buffer.from(wrap(1, wrap(2, wrap(2, Buffer.concat([fixed64(1, Date.now()), members])))))

export const nestedText = (levels: number): string =>
  JSON.stringify(logRequest(["@"])).replace(
    '{"stringValue":"@"}',
    `${'{"arrayValue":{"values":['.repeat(levels)}{"intValue":"1"}${"]}}".repeat(levels)}`,
  )

export const deepText = (): string => `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`
export const manyValues = (): string => `{"x":[${"{},".repeat(1_600_000)}{}]}`

function cutZip(): Bytes {
  const whole = gzipSync(recordOf(wrap(5, wrap(1, Buffer.from("x".repeat(1000))))))
  return Buffer.concat([whole.subarray(0, -8), Buffer.from([0xff, 0xff, 0xff, 0xff])])
}

export const bombs: readonly Bomb[] = [
  {
    ...zipped,
    name: "256 MiB of zeros",
    bytes: () => gzipSync(Buffer.alloc(256 * 1024 ** 2), { level: 1 }),
    status: 413,
  },
  { ...zipped, name: "thirty million empty spans", bytes: spanBomb, status: 413 },
  { ...zipped, name: "1 GiB that only its trailer claims", bytes: gigabyte, status: 400 },
  { ...zipped, name: "thirty million empty resources", bytes: () => repeated(0x0a), status: 413 },
  { ...zipped, name: "thirty million empty scopes", bytes: () => repeated(0x12, 1), status: 413 },
  {
    ...zipped,
    name: "thirty million empty events of one span",
    bytes: () => repeated(0x5a, 2, 2, 1),
    status: 413,
  },
  { ...zipped, name: "what is no gzip", bytes: () => Buffer.from("hello"), status: 400 },
  // Its last bytes, which would say how long it is, are those of compressed data.
  { ...zipped, name: "gzip that was cut", bytes: cutZip, status: 400 },
  { ...binary, name: "values in 5,000 levels", bytes: () => nestedBytes(5000), status: 200 },
  { ...binary, name: "a million attributes", bytes: () => manyKeys(), status: 200 },
  { ...json, name: "JSON in a million levels", bytes: () => Buffer.from(deepText()), status: 400 },
  {
    ...json,
    name: "JSON values in 500 levels",
    bytes: () => Buffer.from(nestedText(500)),
    status: 200,
  },
  { ...json, name: "1,600,000 JSON values", bytes: () => Buffer.from(manyValues()), status: 413 },
]
