import { createHash } from "node:crypto"
import { versionOf } from "../../graphql/status-pages/status-page/page-version.ts"
import { readPublicPage } from "../../graphql/status-pages/status-page/view-page.ts"
import { mainName, type CopiedFile, type createCopies } from "../../pages/serve/static-copy.ts"
import type { Services } from "../../platform/services.ts"
import { lockExport, type LockedExport } from "./claim-copy.ts"
import { failExport, forgetExport, settleExport } from "./settle-copy.ts"
import type { Store } from "./copy-store.ts"

type Needs = { services: Services; store: Store; copy: ReturnType<typeof createCopies> }
type Changed = { file: CopiedFile; digest: string }

/** Concurrent uploads and deletions. */
const atOnce = 8
/** Digest of a file whose content in the store is unknown. */
const underWay = ""

/**
 * Brings the store up to date with a page: changed files first, the page itself last, then deletes obsolete files.
 * Without changes, rewrites only the files about the present. Deletes everything of a page that is no longer
 * public.
 */
export async function writeExport({ services, store, copy }: Needs, held: LockedExport) {
  const { pool } = services.database
  const { slug } = held
  // The file list describes another store.
  const isHere = held.place === store.place
  const files = isHere ? { ...held.files } : {}
  const put =
    ({ file, digest }: Changed) =>
    async () => {
      await store.put({ ...file, name: `${slug}/${file.name}` })
      files[file.name] = digest
    }
  const remove = (name: string) => async () => {
    await store.remove(`${slug}/${name}`)
    delete files[name]
  }
  try {
    const view = await readPublicPage(services, slug, services.clock.now())
    const version = view === null ? "" : versionOf(view)
    const isWhole = !isHere || held.isWholeDue || held.version !== version || held.failures > 0
    const known = { names: Object.keys(files), sources: isHere ? held.sources : {}, isWhole }
    const wanted = view === null ? { files: [], kept: [], sources: {} } : await copy(view, known)
    const changed = wanted.files
      .map((file) => ({ file, digest: createHash("sha256").update(file.bytes).digest("base64") }))
      .filter(({ file, digest }) => files[file.name] !== digest)
    const [others, main] = [
      changed.filter(({ file }) => file.name !== mainName),
      changed.filter(({ file }) => file.name === mainName),
    ]
    for (const { file } of changed) files[file.name] = underWay
    const names = new Set([...wanted.files.map(({ name }) => name), ...wanted.kept])
    const gone = isWhole ? Object.keys(files).filter((one) => !names.has(one)) : []
    for (const portion of [others.map(put), main.map(put), gone.map(remove)].flatMap(portionsOf)) {
      // Another worker has taken over the page.
      if (!(await lockExport(pool, held, store.place, files, isWhole))) return
      await allOf(portion)
    }
    if (view === null) await forgetExport(pool, held)
    else
      await settleExport(
        pool,
        held,
        store,
        { files, sources: wanted.sources },
        isWhole ? { version } : null,
      )
  } catch (error) {
    if (held.failures === 0) {
      services.log.warn({ err: error, slug }, "could not export a status page; retrying")
    }
    await failExport(pool, held, store, files, error)
  }
}

type Step = () => Promise<void>

const portionsOf = (steps: readonly Step[]): Step[][] =>
  Array.from({ length: Math.ceil(steps.length / atOnce) }, (_, at) =>
    steps.slice(at * atOnce, (at + 1) * atOnce),
  )

/** Waits for all to settle, then throws the first error. */
async function allOf(steps: readonly Step[]): Promise<void> {
  const results = await Promise.allSettled(steps.map((step) => step()))
  const failed = results.find((result) => result.status === "rejected")
  if (failed !== undefined) throw failed.reason
}
