import { existsSync } from "node:fs"
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises"
import { randomUUID } from "node:crypto"
import { join } from "node:path"

const root = "/sys/fs/cgroup"
const ballastBytes = 1024 ** 3

/**
 * Puts this process into a control group of its own, fills memory, and sets the group's limit so low that nearly all of
 * it is used. For tests on machines where a group may be made.
 *
 * @returns how to leave the group.
 */
export async function nearlyFillMemory(): Promise<() => Promise<void>> {
  const isFirst = existsSync(join(root, "memory"))
  const parent = isFirst ? join(root, "memory") : root
  const own = await readFile("/proc/self/cgroup", "utf8")
  const before = (isFirst ? /^\d+:memory:(.*)$/m : /^0::(.*)$/m).exec(own)?.[1] ?? "/"
  const folder = join(parent, `watchkeeper-${randomUUID()}`)
  await mkdir(folder)
  await writeFile(join(folder, "cgroup.procs"), String(process.pid))
  const ballast: Buffer[] = [Buffer.alloc(ballastBytes, 1)]
  const usage = isFirst ? "memory.usage_in_bytes" : "memory.current"
  const used = Number(await readFile(join(folder, usage), "utf8"))
  const limit = isFirst ? "memory.limit_in_bytes" : "memory.max"
  await writeFile(join(folder, limit), String(Math.round(used / 0.92)))
  return async () => {
    ballast.length = 0
    await writeFile(join(parent, before, "cgroup.procs"), String(process.pid))
    await rmdir(folder)
  }
}
