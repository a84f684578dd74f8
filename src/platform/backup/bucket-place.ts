import { createHash } from "node:crypto"
import { AwsClient } from "aws4fetch"
import { innermost } from "../innermost.ts"
import { ProxyError } from "../proxy/open-tunnel.ts"
import { BackupError } from "./backup-error.ts"
import type { Bucket } from "../service-urls.ts"
import type { BackupPlace } from "./backup-place.ts"

/** S3 allows 10,000 parts of at least 5 MiB, so this is enough for 320 GiB. */
const partBytes = 32 * 1024 * 1024
const longestMs = 120_000
const mostSaid = 300
const attempts = 4

type Request = {
  method: string
  query?: string
  body?: Buffer | string
  headers?: Record<string, string>
}

/** A bucket with the Amazon S3 API. A multipart upload makes the object visible when it is complete. */
export function createBucketPlace({ url: root, ...keys }: Bucket): BackupPlace {
  const client = new AwsClient({ ...keys, service: "s3", retries: 0 })

  async function send(path: string, given: Request): Promise<Response> {
    const { method, query = "", body = "", headers = {} } = given
    const answer = await client
      .fetch(`${root}${path}${query}`, {
        method,
        body: body.length === 0 ? null : typeof body === "string" ? body : new Uint8Array(body),
        headers: {
          ...headers,
          "x-amz-content-sha256": createHash("sha256").update(body).digest("hex"),
        },
        redirect: "manual",
        signal: AbortSignal.timeout(longestMs),
      })
      .catch((error: unknown) => {
        throw unreachable(root, error)
      })
    if (answer.ok) return answer
    const said = (await answer.text()).replaceAll(keys.accessKeyId, "…").slice(0, mostSaid)
    throw returned(root, answer.status, said)
  }

  async function upload(path: string, source: AsyncIterable<Buffer>, uploadId: string) {
    const tags: string[] = []
    let size = 0
    for await (const body of inParts(source)) {
      const query = `?partNumber=${tags.length + 1}&uploadId=${uploadId}`
      const answer = await retry(() => send(path, { method: "PUT", query, body }))
      await answer.body?.cancel()
      tags.push(answer.headers.get("etag") ?? "")
      size += body.length
    }
    const parts = tags.map(
      (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`
    const answer = await send(path, { method: "POST", query: `?uploadId=${uploadId}`, body })
    // S3 may answer 200 and then report an error in the body.
    const said = await answer.text()
    if (said.includes("<Error>")) throw returned(root, null, said)
    return size
  }

  /** In parts, because a restore reads slower than a bucket waits. */
  async function* readRanges(name: string): AsyncGenerator<Buffer> {
    let at = 0
    let size = Number.POSITIVE_INFINITY
    while (at < size) {
      const range = `bytes=${at}-${at + partBytes - 1}`
      const { bytes, total } = await retry(async () => {
        const answer = await send(`/${name}`, { method: "GET", headers: { range } })
        const bytes = Buffer.from(await answer.arrayBuffer())
        const stated = /\/(\d+)$/.exec(answer.headers.get("content-range") ?? "")?.[1]
        return { bytes, total: Number(stated ?? bytes.length) }
      })
      yield bytes
      at += bytes.length
      size = total
    }
  }

  return {
    name: root,
    async write(name, source) {
      const path = `/${name}`
      const begun = await retry(() => send(path, { method: "POST", query: "?uploads=" }))
      const uploadId = encodeURIComponent(tagOf(await begun.text(), "UploadId"))
      try {
        return await upload(path, source, uploadId)
      } catch (error) {
        // Without it the bucket keeps the parts; the error that matters is the first one.
        await send(path, { method: "DELETE", query: `?uploadId=${uploadId}` }).catch(
          () => undefined,
        )
        throw error
      }
    },
    read: (name) => Promise.resolve(readRanges(name)),
    async remove(name) {
      await send(`/${name}`, { method: "DELETE" })
    },
  }
}

/** With what to do about an answer of the bucket. */
function returned(bucket: string, status: number | null, said: string): BackupError {
  const isElsewhere = /AuthorizationHeader/.test(said) || (status !== null && status < 400)
  const remedy =
    status === 404
      ? said.includes("NoSuchKey")
        ? "name"
        : "bucket"
      : status === 401 || status === 403
        ? "key"
        : isElsewhere
          ? "region"
          : null
  const parameters = { bucket, status, said, remedy } as const
  return new BackupError({ code: "backup_bucket_returned", parameters })
}

/** Certificates, names, refused connections: the reason is in the innermost cause. */
function unreachable(bucket: string, error: unknown): BackupError {
  const inner = innermost(error)
  if (inner instanceof ProxyError) return new BackupError(inner.finding, { cause: error })
  const code = "code" in inner ? String(inner.code) : ""
  const said = inner.message !== "" ? inner.message : code
  const isUntrusted = /CERT|SELF_SIGNED|ISSUER|ALTNAME/.test(code)
  const parameters = { bucket, said, isUntrusted }
  return new BackupError({ code: "backup_bucket_unreachable", parameters }, { cause: error })
}

/** Errors of the network and of a busy bucket pass. */
async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || isFinal(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt))
    }
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof BackupError &&
  error.finding.code === "backup_bucket_returned" &&
  /^[34]/.test(`${error.finding.parameters.status}`)

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    held.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}

const tagOf = (xml: string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ""
