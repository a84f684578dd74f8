import { execFile } from "node:child_process"
import { constants } from "node:fs"
import { access, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const installing = new Map<string, Promise<void>>()
const held: { update?: Promise<void> } = {}

/**
 * The path of a program that a test needs; installs it first if it is missing and root runs the tests.
 * @throws an Error that says what to install.
 */
export async function ensureProgram(program: string, debianPackage: string): Promise<string> {
  const found = await findProgram(program)
  if (found !== null) return found
  const mayInstall = process.getuid?.() === 0 && (await findProgram("apt-get")) !== null
  if (mayInstall) {
    const work = installing.get(debianPackage) ?? install(debianPackage)
    installing.set(debianPackage, work)
    await work
  }
  const installed = await findProgram(program)
  if (installed !== null) return installed
  throw new Error(
    `This test needs the program "${program}": install it with \`apt-get install ${debianPackage}\`, or run the tests as root on Debian, where they install it by themselves.`,
  )
}

/** Two test files may install at once, in different processes: dpkg's lock makes one wait. */
async function install(debianPackage: string): Promise<void> {
  await (held.update ??= aptGet(["update"]))
  const install = ["install", "--yes", "--no-install-recommends", debianPackage]
  try {
    await aptGet(install)
  } catch (error) {
    if (!(error instanceof Error && /unable to locate|no installation/i.test(error.message))) {
      throw error
    }
    await aptGet([...(await fromBackports()), ...install])
  }
}

/** Options that use Debian's backports of this release, with lists of their own: the system's sources stay as they are. */
async function fromBackports(): Promise<string[]> {
  const release = /^VERSION_CODENAME=(.+)$/m.exec(await readFile("/etc/os-release", "utf8"))?.[1]
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-apt-"))
  await mkdir(join(folder, "lists/partial"), { recursive: true })
  const list = join(folder, "backports.list")
  const keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
  await writeFile(
    list,
    `deb [signed-by=${keys}] http://deb.debian.org/debian ${release}-backports main\n`,
  )
  const options = [
    `Dir::Etc::sourcelist=${list}`,
    "Dir::Etc::sourceparts=/dev/null",
    `Dir::State::lists=${join(folder, "lists")}`,
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option])
  await aptGet([...options, "update"])
  return options
}

async function aptGet(args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const patience = ["-o", "DPkg::Lock::Timeout=120", "-q"]
  for (let tries = 0; ; tries += 1) {
    try {
      await run("apt-get", [...patience, ...args], { env, maxBuffer: 16 * 1024 * 1024 })
      return
    } catch (error) {
      // Unlike dpkg's lock, apt does not wait for the lock on the package lists.
      const isLocked =
        error instanceof Error && /could not get lock|unable to lock/i.test(error.message)
      if (!isLocked || tries >= 60) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

async function findProgram(program: string): Promise<string | null> {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"]
  for (const folder of folders.filter((one) => one !== "")) {
    const path = join(folder, program)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}
