import { createHash } from "node:crypto"
import { versionOf } from "../../graphql/status-page/version.ts"
import { readPublicPage } from "../../graphql/status-page/view.ts"
import type { CopiedFile, createCopies } from "../../pages/status-page/copy.ts"
import { mainName } from "../../pages/status-page/copy.ts"
import type { Services } from "../../services.ts"
import type { HeldExport } from "./claim.ts"
import { holdExport } from "./claim.ts"
import { failExport, forgetExport, settleExport } from "./settle.ts"
import type { Store } from "./store.ts"

type Needs = { services: Services; store: Store; copy: ReturnType<typeof createCopies> }
type Changed = { file: CopiedFile; digest: string }

/** Files on their way to the store, or out of it, at the same time. */
const atOnce = 8
/** The digest of a file that may be in the store, whole or not, with what nobody knows. */
const underWay = ""

/**
 * Brings the store to what a page shows now: files that differ, the page itself last, and then nothing of what
 * it no longer has. While nothing changes, only what tells of the present is written. A page that is not public
 * any more loses all of them.
 */
export async function writeExport({ services, store, copy }: Needs, held: HeldExport) {
  const { pool } = services.database
  const { slug } = held
  // What another store holds says nothing of this one.
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
      // Whoever took the page over writes it from now on.
      if (!(await holdExport(pool, held, store.place, files, isWhole))) return
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
      services.log.warn({ err: error, slug }, "a status page could not be exported; tried again")
    }
    await failExport(pool, held, store, files, error)
  }
}

type Step = () => Promise<void>

const portionsOf = (steps: readonly Step[]): Step[][] =>
  Array.from({ length: Math.ceil(steps.length / atOnce) }, (_, at) =>
    steps.slice(at * atOnce, (at + 1) * atOnce),
  )

/** All are done, one way or the other, before the first fault is told. */
async function allOf(steps: readonly Step[]): Promise<void> {
  const results = await Promise.allSettled(steps.map((step) => step()))
  const failed = results.find((result) => result.status === "rejected")
  if (failed !== undefined) throw failed.reason
}
