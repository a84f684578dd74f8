import { FindingError } from "../../findings/finding-error.ts"
import { createHash } from "node:crypto"
import { AwsClient } from "aws4fetch"
import { innermost } from "../../platform/innermost.ts"
import type { Bucket } from "../../platform/service-urls.ts"
import type { Store } from "./copy-store.ts"

const longestMs = 15_000
const maxAnnounced = 300

/** A bucket with the Amazon S3 API; requests are signed with Signature Version 4. */
export function createBucket({ url: root, ...keys }: Bucket): Store {
  const client = new AwsClient({ ...keys, service: "s3", retries: 0 })

  const send = async (name: string, method: string, body: Buffer | null, more: object = {}) => {
    const digest = createHash("sha256")
      .update(body ?? "")
      .digest("hex")
    const answer = await client
      .fetch(`${root}/${name}`, {
        method,
        body: body && new Uint8Array(body),
        headers: { ...more, "x-amz-content-sha256": digest },
        redirect: "error",
        signal: AbortSignal.timeout(longestMs),
      })
      .catch((error: unknown) => {
        const inner = innermost(error)
        if (inner instanceof FindingError) throw inner
        const parameters = { said: inner.message }
        throw new FindingError({ code: "bucket_unreachable", parameters }, { cause: error })
      })
    const answerText = await answer.text()
    const isGone = method === "DELETE" && answer.status === 404
    if (answer.ok || isGone) return
    // S3 errors repeat the access key id, and everybody who may see the page's export can read this.
    const said = answerText.replaceAll(keys.accessKeyId, "…").slice(0, maxAnnounced)
    throw new FindingError({ code: "bucket_returned", parameters: { status: answer.status, said } })
  }

  return {
    place: root,
    put: ({ name, type, bytes }) =>
      send(name, "PUT", bytes, { "content-type": type, "cache-control": "public, max-age=15" }),
    remove: (name) => send(name, "DELETE", null),
  }
}
