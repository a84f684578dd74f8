import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { newId } from "../../platform/id.ts"
import type { Store } from "./copy-store.ts"

/** A folder served by a web server. */
export function createFolder(path: string): Store {
  const root = resolve(path)
  return {
    place: root,
    async put({ name, bytes }) {
      const target = join(root, name)
      await mkdir(dirname(target), { recursive: true })
      const draft = join(dirname(target), `.${newId()}`)
      try {
        await writeFile(draft, bytes)
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async remove(name) {
      const target = join(root, name)
      await rm(target, { force: true })
      for (let folder = dirname(target); folder !== root; folder = dirname(folder)) {
        if (!(await removeEmpty(folder))) return
      }
    },
  }
}

async function removeEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder)
    return true
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null
    if (code === "ENOENT") return true
    if (code === "ENOTEMPTY" || code === "EEXIST") return false
    throw error
  }
}
