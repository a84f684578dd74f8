import { createHash, createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex")
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest()

/** The expected signature of a request (AWS Signature Version 4, computed from its parts). */
function signatureOf(req: IncomingMessage, body: Buffer, secret: string) {
  const given =
    /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<scope>(?<day>\d{8})\/(?<region>[\w-]+)\/s3\/aws4_request), ?SignedHeaders=(?<signed>[\w;-]+), ?Signature=(?<signature>[0-9a-f]{64})$/.exec(
      req.headers.authorization ?? "",
    )?.groups
  if (given === undefined) return null
  const { id = "", scope = "", day = "", region = "", signed = "", signature = "" } = given
  const names = signed.split(";")
  const { pathname, searchParams } = new URL(req.url ?? "/", "http://bucket")
  searchParams.sort()
  const canonical = [
    req.method,
    pathname,
    searchParams.toString(),
    ...names.map((name) => `${name}:${String(req.headers[name]).trim()}`),
    "",
    signed,
    sha256(body),
  ].join("\n")
  const date = String(req.headers["x-amz-date"])
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n")
  const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secret}`, day))
  const isRight = hmac(key, text).toString("hex") === signature && names.includes("host")
  return { id, isRight: isRight && req.headers["x-amz-content-sha256"] === sha256(body) }
}

export type Kept = { type: string | undefined; body: string; bytes: Buffer }

/** RFC 9110, section 14. */
function answerRange(
  { headers: { range = "" } }: IncomingMessage,
  res: ServerResponse,
  bytes: Buffer,
) {
  const [, from = "0", to = String(bytes.length)] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  const part = bytes.subarray(Number(from), Number(to) + 1)
  const last = Number(from) + part.length - 1
  res.writeHead(206, { "content-range": `bytes ${from}-${last}/${bytes.length}` }).end(part)
}

type Uploads = Map<string, Buffer[]>

/** The requests of a multipart upload; false for all others. */
function answerUpload(
  uploads: Uploads,
  kept: Map<string, Kept>,
  req: IncomingMessage,
  body: Buffer,
  res: ServerResponse,
): boolean {
  const { pathname, searchParams } = new URL(req.url ?? "/", "http://bucket")
  const id = searchParams.get("uploadId") ?? ""
  const parts = uploads.get(id)
  if (searchParams.has("uploads")) {
    const fresh = `upload-${uploads.size + 1}`
    uploads.set(fresh, [])
    res.end(
      `<InitiateMultipartUploadResult><UploadId>${fresh}</UploadId></InitiateMultipartUploadResult>`,
    )
  } else if (parts === undefined) return false
  else if (req.method === "PUT") {
    parts[Number(searchParams.get("partNumber")) - 1] = body
    res.setHeader("etag", `"${sha256(body)}"`).end()
  } else if (req.method === "POST") {
    const bytes = Buffer.concat(parts)
    const isWhole = parts.every((part) =>
      body.toString().includes(`<ETag>"${sha256(part)}"</ETag>`),
    )
    if (isWhole) kept.set(pathname, { type: undefined, body: "", bytes })
    res.end(
      isWhole ? "<CompleteMultipartUploadResult/>" : "<Error><Code>InvalidPart</Code></Error>",
    )
  } else {
    uploads.delete(id)
    res.writeHead(204).end()
  }
  return true
}

/** A bucket on loopback that stores requests signed with its key and refuses others like Amazon S3. */
export async function startBucket(keys: { id: string; secret: string }) {
  const kept = new Map<string, Kept>()
  const asked: string[] = []
  const uploads: Uploads = new Map()
  let answerInstead: number | null = null
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on("data", (chunk: Buffer) => chunks.push(chunk))
    req.on("end", () => {
      const body = Buffer.concat(chunks)
      const name = req.url ?? ""
      asked.push(`${req.method} ${name}`)
      const found = signatureOf(req, body, keys.secret)
      if (answerInstead !== null) res.writeHead(answerInstead).end("<Error>SlowDown</Error>")
      else if (found === null || found.id !== keys.id || !found.isRight) {
        const id = `<AWSAccessKeyId>${found?.id}</AWSAccessKeyId>`
        res.writeHead(403).end(`<Error><Code>SignatureDoesNotMatch</Code>${id}</Error>`)
      } else if (answerUpload(uploads, kept, req, body, res)) return
      else if (req.method === "GET") {
        const one = kept.get(name)
        if (one === undefined) res.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>")
        else answerRange(req, res, one.bytes)
      } else if (req.method === "PUT") {
        kept.set(name, { type: req.headers["content-type"], body: body.toString(), bytes: body })
        res.end()
      } else if (req.method === "DELETE") {
        kept.delete(name)
        res.writeHead(204).end()
      } else res.writeHead(405).end()
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  })
  return {
    url: `http://127.0.0.1:${port}/pages/copies`,
    kept,
    asked,
    /** Returns this status for everything from now on; null restores normal responses. */
    answer(status: number | null) {
      answerInstead = status
    },
  }
}
