import { mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { loadKey } from "../../src/platform/secret.ts"

test("roles that start together in a fresh folder agree on one key, which only its owner can read", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-key-"))
  try {
    const env = { SECRET_KEY: undefined, DATA_DIR: join(folder, "data") }
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadKey(env)))
    expect(new Set(keys.map((key) => key.toString("base64"))).size).toBe(1)
    expect(await loadKey(env)).toEqual(keys[0])
    expect(await readdir(env.DATA_DIR)).toEqual(["secret.key"])
    expect((await stat(join(env.DATA_DIR, "secret.key"))).mode & 0o777).toBe(0o600)
  } finally {
    await rm(folder, { recursive: true })
  }
})
