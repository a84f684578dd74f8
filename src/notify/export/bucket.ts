import { createHash } from "node:crypto"
import { AwsClient } from "aws4fetch"
import type { Env } from "../../env.ts"
import { SettingError } from "../../env.ts"
import type { Store } from "./store.ts"

const longestMs = 15_000
const toldAtMost = 300

type Keys = Pick<Env, "STATUS_EXPORT_REGION" | "STATUS_EXPORT_KEY_ID" | "STATUS_EXPORT_SECRET">

/**
 * A bucket that speaks as Amazon S3 does, each request signed with its content (Signature Version 4).
 *
 * @param url of the bucket, in the path or in the host, with what stands before the names in it.
 */
export function createBucket(url: string, keys: Keys): Store {
  const { STATUS_EXPORT_KEY_ID: accessKeyId, STATUS_EXPORT_SECRET: secretAccessKey } = keys
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new SettingError(
      "STATUS_EXPORT_URL needs STATUS_EXPORT_KEY_ID and STATUS_EXPORT_SECRET beside it.",
    )
  }
  const region = keys.STATUS_EXPORT_REGION
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 })
  const root = url.replace(/\/+$/, "")

  const send = async (name: string, method: string, body: Buffer | null, more: object = {}) => {
    const digest = createHash("sha256")
      .update(body ?? "")
      .digest("hex")
    const answer = await client.fetch(`${root}/${name}`, {
      method,
      body: body && new Uint8Array(body),
      headers: { ...more, "x-amz-content-sha256": digest },
      redirect: "error",
      signal: AbortSignal.timeout(longestMs),
    })
    const told = await answer.text()
    const isGone = method === "DELETE" && answer.status === 404
    if (answer.ok || isGone) return
    // S3 repeats the operator's key, and every reader of a page's export reads this.
    const words = told.replaceAll(accessKeyId, "…").slice(0, toldAtMost)
    throw new Error(`the bucket answered ${answer.status}: ${words}`)
  }

  return {
    place: root,
    put: ({ name, type, bytes }) =>
      send(name, "PUT", bytes, { "content-type": type, "cache-control": "public, max-age=15" }),
    remove: (name) => send(name, "DELETE", null),
  }
}
