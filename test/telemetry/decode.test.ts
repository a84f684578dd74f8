import { spawnSync } from "node:child_process"
import { join } from "node:path"
import fc from "fast-check"
import protobuf from "protobufjs"
import { expect, test } from "vitest"
import { decode } from "../../src/telemetry/otlp/decode.ts"
import { OtlpError, type Signal } from "../../src/telemetry/otlp/otlp-error.ts"
import { transcode } from "../../src/telemetry/otlp/transcode.ts"
import { ensureProgram } from "../support/apt.ts"
import { nowMs, requests } from "./arbitrary-requests.ts"
import { toTextFormat } from "./text-format.ts"

const root = await protobuf.load(join(import.meta.dirname, "otlp.proto"))
const messages = { logs: "otlp.Logs", traces: "otlp.Traces", metrics: "otlp.Metrics" }
const owner = { projectId: "019f0000-0000-7000-8000-0000000000aa", retentionDays: 30, rules: [] }

/** The request in another encoder's form: ids are hexadecimal in JSON, and bytes for protobufjs. */
function encoded(signal: Signal, request: object): Buffer {
  const type = root.lookupType(messages[signal])
  const text = JSON.stringify(request, (name, value: unknown) =>
    /^(?:trace|span|parentSpan)Id$/.test(name) && typeof value === "string"
      ? Buffer.from(value, "hex").toString("base64")
      : value,
  )
  return Buffer.from(type.encode(type.fromObject(JSON.parse(text) as object)).finish())
}

const rowsOf = (signal: Signal, bytes: Buffer) => {
  const { blocks, ...rest } = decode(signal, bytes, owner, nowMs)
  return {
    ...rest,
    blocks: blocks.map(({ bytes, ...block }) => ({ ...block, bytes: bytes.toString("hex") })),
  }
}

test.each(requests)(
  "%s in JSON and in another encoder's protobuf gives the same rows",
  (signal, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (given) => {
        const { bytes } = transcode(signal, Buffer.from(JSON.stringify(given)))
        expect(rowsOf(signal, bytes)).toEqual(rowsOf(signal, encoded(signal, given)))
      }),
      { numRuns: 150 },
    )
  },
)

test.each(requests)("%s encoded by protoc gives the same rows", async (signal, arbitrary) => {
  const protoc = await ensureProgram("protoc", "protobuf-compiler")
  // One request of many, because each needs a run of the compiler.
  const samples = fc.sample(arbitrary, 25) as Record<string, object[]>[]
  const [name = ""] = Object.keys(samples[0] ?? {})
  const given = { [name]: samples.flatMap((one) => one[name] ?? []) }
  const { status, stdout, stderr } = spawnSync(
    protoc,
    [`--encode=${messages[signal]}`, `--proto_path=${import.meta.dirname}`, "otlp.proto"],
    { input: toTextFormat(root.lookupType(messages[signal]), given) },
  )
  expect([status, stderr.toString()]).toEqual([0, ""])
  const { bytes } = transcode(signal, Buffer.from(JSON.stringify(given)))
  expect(rowsOf(signal, stdout)).toEqual(rowsOf(signal, bytes))
})

test.each(requests)(
  "%s with damaged bytes is refused with a message or decoded, and never an internal error",
  (signal, arbitrary) => {
    const place = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) })
    fc.assert(
      fc.property(arbitrary, fc.array(place, { minLength: 1, maxLength: 4 }), (given, places) => {
        const bytes = encoded(signal, given)
        for (const { at, byte } of places) bytes[at % bytes.length] = byte
        expect(faultOf(() => decode(signal, bytes, owner, nowMs))).toBeNull()
      }),
      { numRuns: 300 },
    )
  },
)

/** Errors other than a refusal. */
function faultOf(work: () => unknown): unknown {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof OtlpError ? null : error
  }
}
