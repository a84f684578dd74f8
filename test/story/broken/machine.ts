import { execFile } from "node:child_process"
import { mkdir, open, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { lockDataDir } from "../../../src/cli/data-dir.ts"
import { readEnv } from "../../../src/platform/env.ts"
import { issue } from "../../../src/cli/demo/certificate.ts"
import { startApi } from "../../../src/api/main.ts"
import { readAuthorities } from "../../../src/platform/read-authorities.ts"
import { baseUrlTroubles } from "../../../src/platform/examine-base-url.ts"
import { closedPort, listen, listenTls } from "../../support/listeners.ts"
import { vi } from "vitest"
import { refused } from "./refused.ts"
import type { Stage, Thing } from "./stage.ts"

const shell = promisify(execFile)

const limitTo = (files: string) => shell("prlimit", [`--pid=${process.pid}`, `--nofile=${files}:`])

/** A small disk of its own for DATA_DIR. */
async function mountDisk({ folder }: Stage, options = "size=8m,nr_inodes=300") {
  const disk = join(folder, "disk")
  await mkdir(disk, { recursive: true })
  await shell("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk])
  return { disk, mend: () => shell("umount", [disk]) }
}

/** What runs out on the machine, and what its settings say. */
export const machine: Record<string, Thing> = {
  "the disk of `DATA_DIR` is full": {
    async break(stage) {
      const { disk, mend } = await mountDisk(stage)
      await shell("sh", ["-c", `dd if=/dev/zero of=${disk}/ballast bs=64k || true`])
      return { env: { DATA_DIR: disk }, mend }
    },
    says: /Nothing can be written to DATA_DIR: ENOSPC.*Free disk space/,
  },
  "the disk of `DATA_DIR` has no inodes": {
    async break(stage) {
      const { disk, mend } = await mountDisk(stage)
      const files = Array.from({ length: 290 }, (_, at) => join(disk, `file-${at}`))
      await Promise.all(files.map((file) => writeFile(file, "")))
      return { env: { DATA_DIR: disk }, mend }
    },
    says: /Only \d+ of 300 inodes.*Delete files/,
  },
  "`DATA_DIR` is read-only": {
    async break(stage) {
      const { disk, mend } = await mountDisk(stage, "size=8m,ro")
      const env = { DATA_DIR: disk }
      return { env, mend, refusal: await refused(lockDataDir({ ...stage.env, ...env })) }
    },
    says: /EROFS|read-only/,
    doctor: /is not writable/,
  },
  "nearly all file descriptors are open": {
    async break() {
      const limits = await readFile("/proc/self/limits", "utf8")
      const [, limit = ""] = /Max open files +(\d+)/.exec(limits) ?? []
      const files = await Promise.all(Array.from({ length: 300 }, () => open("/dev/null")))
      const { length } = await readdir("/proc/self/fd")
      await limitTo(String(length + 50))
      return {
        async mend() {
          await limitTo(limit)
          await Promise.all(files.map((file) => file.close()))
        },
      }
    },
    says: /file descriptors are open\. Raise the limit/,
  },
  "the memory limit is nearly reached": {
    async break({ folder }) {
      const groups = join(folder, "groups")
      await mkdir(groups, { recursive: true })
      await writeFile(join(groups, "memory.max"), `${100 * 1024 ** 2}\n`)
      await writeFile(join(groups, "memory.current"), `${95 * 1024 ** 2}\n`)
      return { groups, mend: () => rm(groups, { recursive: true }) }
    },
    says: /95 of 100 MiB of the memory limit.*Raise it/,
  },
  "the clock is 40 s ahead": {
    break() {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40_000 })
      return Promise.resolve({ mend: () => Promise.resolve(vi.useRealTimers()) })
    },
    says: /clocks of this machine and of PostgreSQL differ by 40 s.*NTP/,
    doctor: /clocks differ by (39|40),\d+ ms/,
  },
  "a setting is misspelt": {
    break() {
      process.env["BACKUP_SHEDULE"] = "03:00"
      return Promise.resolve({
        mend: () => Promise.resolve(delete process.env["BACKUP_SHEDULE"]),
      })
    },
    says: /BACKUP_SHEDULE is not a setting and is ignored; did you mean/,
  },
  "a setting is invalid": {
    break: async () => ({ refusal: await refused(() => readEnv({ PORT: "none" })) }),
    says: /PORT must be a whole number/,
  },
  "scheduled backups without a passphrase": {
    break: async () => ({
      refusal: await refused(() => readEnv({ BACKUP_URL: "file:///b?schedule=03:00" })),
    }),
    says: /A schedule in BACKUP_URL also needs BACKUP_PASSPHRASE/,
  },
  "another program has the port": {
    async break({ env, world: { services } }) {
      const { port, close } = await listen((socket) => socket.end())
      const own = { ...services, env: { ...env, PORT: port } }
      const refusal = await refused(startApi(own))
      return { env: { PORT: port }, refusal, mend: close }
    },
    says: /used by another program/,
    doctor: /in use by another program/,
  },
  "the file of `EGRESS_CA` is missing": {
    async break({ folder }) {
      const EGRESS_CA = join(folder, "authority.pem")
      return { env: { EGRESS_CA }, refusal: await refused(() => readAuthorities(EGRESS_CA)) }
    },
    says: /authority\.pem cannot be read/,
  },
  "`BASE_URL` leads nowhere": {
    async break() {
      const BASE_URL = `https://127.0.0.1:${await closedPort()}`
      return { env: { BASE_URL }, troubles: await baseUrlTroubles({ BASE_URL }) }
    },
    says: /nothing is listening at its address/,
  },
  "the certificate of `BASE_URL` has expired": {
    async break() {
      const expiresAt = new Date(Date.now() - 86_400_000)
      const validFrom = new Date(Date.now() - 9 * 86_400_000)
      const { cert, key } = issue({ name: "us", names: ["127.0.0.1"], validFrom, expiresAt })
      const { port, close } = await listenTls({ cert, key })
      const BASE_URL = `https://127.0.0.1:${port}`
      return { env: { BASE_URL }, troubles: await baseUrlTroubles({ BASE_URL }), mend: close }
    },
    says: /its certificate/,
  },
}
