import { createHash } from "node:crypto"
import { versionOf } from "../../graphql/status-page/version.ts"
import { readPublicPage } from "../../graphql/status-page/view.ts"
import type { createCopies } from "../../pages/status-page/copy.ts"
import { mainName } from "../../pages/status-page/copy.ts"
import type { Services } from "../../services.ts"
import type { HeldExport } from "./claim.ts"
import { failExport, forgetExport, settleExport } from "./settle.ts"
import type { Store } from "./store.ts"

type Needs = { services: Services; store: Store; copy: ReturnType<typeof createCopies> }

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
  try {
    const view = await readPublicPage(services, slug, services.clock.now())
    const version = view === null ? "" : versionOf(view)
    const isWhole = !isHere || held.isWholeDue || held.version !== version || held.failures > 0
    const known = { names: Object.keys(files), sources: isHere ? held.sources : {}, isWhole }
    const wanted = view === null ? { files: [], kept: [], sources: {} } : await copy(view, known)
    const changed = wanted.files
      .map((file) => ({ file, digest: createHash("sha256").update(file.bytes).digest("base64") }))
      .filter(({ file, digest }) => files[file.name] !== digest)
    const isMain = ({ file }: (typeof changed)[number]) => file.name === mainName
    for (const { file, digest } of [
      ...changed.filter((one) => !isMain(one)),
      ...changed.filter(isMain),
    ]) {
      await store.put({ ...file, name: `${slug}/${file.name}` })
      files[file.name] = digest
    }
    const names = new Set([...wanted.files.map(({ name }) => name), ...wanted.kept])
    const gone = isWhole ? Object.keys(files).filter((one) => !names.has(one)) : []
    for (const name of gone) {
      await store.remove(`${slug}/${name}`)
      delete files[name]
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
