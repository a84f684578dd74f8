import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { createAuth } from "../../src/api/auth.ts"
import { createKeyAuthenticator } from "../../src/api/authenticate-key.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { revokeKey } from "../../src/graphql/workspace/key/revoke.ts"
import { newId } from "../../src/platform/id.ts"
import { createBrowser, oneTimeCode } from "../support/sign-in.ts"
import { soon } from "../support/soon.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const world = useWorld({ ...testEnv, SIGN_UP: "open", BASE_URL: "http://watch.test" })
const password = "correct horse battery"
const address = "203.0.113.7"

/** "actor action method" of the account's entries since the last call. */
function createLog(projectId: string) {
  let after = "00000000-0000-0000-0000-000000000000"
  return async () => {
    const entries = await world.services.database.prisma.auditEntry.findMany({
      where: { projectId, id: { gt: after }, action: { startsWith: "account." } },
      orderBy: { id: "asc" },
    })
    after = entries.at(-1)?.id ?? after
    for (const { changes } of entries) expect(changes).toMatchObject({ address })
    return entries.map(({ actorName, action, changes }) => {
      const { method = "" } = changes as { method?: string }
      return `${actorName} ${action.replace("account.", "")} ${method}`.trim()
    })
  }
}

test("sign-ins, failed ones, ended sessions and changes of an account are in the logs of its projects", async () => {
  const auth = createAuth(world.services)
  const open = () => createBrowser(auth, "http://watch.test", address)
  const first = open()
  const person = { name: "Ada", email: `${randomUUID()}@example.test`, password }
  const { body } = await first.send("/sign-up/email", person)
  const { id: projectId } = await makeProject(world)
  const other = await makeProject(world)
  for (const id of [projectId, other.id]) {
    await world.services.database.prisma.member.create({
      data: { id: newId(), projectId: id, userId: body.user.id, role: "editor" },
    })
  }
  const log = createLog(projectId)
  const inOther = createLog(other.id)
  const signIn = { email: person.email, password }
  const second = open()
  await second.send("/sign-in/email", { ...signIn, password: "wrong horse battery" })
  await second.send("/sign-in/email", signIn)
  await second.send("/sign-out", {})
  expect(await log()).toEqual([
    "anonymous sign_in_failed password",
    "Ada signed_in password",
    "Ada signed_out",
  ])
  expect(await inOther()).toHaveLength(3)

  const { body: factor } = await first.send("/two-factor/enable", { password })
  await first.send("/two-factor/verify-totp", { code: oneTimeCode(factor.totpURI) })
  expect(await log()).toEqual(["Ada two_factor_enabled"])
  const third = open()
  await third.send("/sign-in/email", signIn)
  // A password alone signs nobody in.
  expect(await log()).toEqual([])
  const right = oneTimeCode(factor.totpURI, Date.now() + 30_000)
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0")
  await third.send("/two-factor/verify-totp", { code: wrong })
  await third.send("/two-factor/verify-totp", { code: right })
  expect(await log()).toEqual([
    "anonymous second_factor_failed password and one-time code",
    "Ada signed_in password and one-time code",
  ])
  await first.send("/revoke-other-sessions", {})
  await first.send("/change-password", { currentPassword: password, newPassword: "another horse" })
  expect(await log()).toEqual(["Ada session_ended", "Ada password_changed"])
})

test("attackers cannot fill the log", async () => {
  const auth = createAuth(world.services)
  const person = { name: "Eve", email: `${randomUUID()}@example.test`, password }
  const { body } = await createBrowser(auth, "http://watch.test").send("/sign-up/email", person)
  const { id: projectId } = await makeProject(world)
  await world.services.database.prisma.member.create({
    data: { id: newId(), projectId, userId: body.user.id, role: "viewer" },
  })
  for (let at = 0; at < 14; at += 1) {
    const browser = createBrowser(auth, "http://watch.test", `198.51.${at}.7`)
    await browser.send("/sign-in/email", { email: person.email, password: "guess guess guess" })
  }
  const where = { projectId, action: "account.sign_in_failed" }
  expect(await world.services.database.prisma.auditEntry.count({ where })).toBe(10)
})

test("the first use of a key in a day is recorded by class and address, in all processes together", async () => {
  const { id: projectId } = await makeProject(world)
  const keys = await Promise.all(
    (["public", "legacy"] as const).map((keyClass) =>
      createKey(world.system, {
        projectId,
        class: keyClass,
        name: keyClass,
        ...(keyClass === "public" ? { scopes: ["all"] } : {}),
      }),
    ),
  )
  const processes = [1, 2, 3].map(() => createKeyAuthenticator(world.services))
  const use = async (from: string) => {
    for (const authenticate of processes) {
      for (const { key, token } of keys) await authenticate(`Bearer ${token}`, key.class, from)
    }
  }
  const entries = async () => {
    const found = await world.services.database.prisma.auditEntry.findMany({
      where: { projectId, action: { in: ["key.used", "key.refused"] } },
    })
    return found
      .map(({ action, keyClass, changes }) =>
        [action, keyClass, ...Object.values(changes as object)].join(" "),
      )
      .toSorted()
  }
  await use("203.0.113.1")
  await use("203.0.113.1")
  await use("203.0.113.2")
  await soon(entries).toHaveLength(4)
  for (let at = 0; at < 30; at += 1) await use(`198.51.100.${at}`)
  await soon(entries).toHaveLength(40)
  const [revoked] = keys
  await revokeKey(world.system, revoked?.key.id ?? "")
  for (let at = 0; at < 2; at += 1) {
    const authenticate = createKeyAuthenticator(world.services)
    const refused = authenticate(`Bearer ${revoked?.token}`, "public", "203.0.113.9")
    await expect(refused).rejects.toThrow("was revoked")
  }
  await soon(entries).toHaveLength(41)
  const all = await entries()
  expect(all).toContain("key.used public public 203.0.113.1")
  expect(all).toContain("key.used legacy legacy 203.0.113.2")
  expect(all[0]).toBe("key.refused public public was revoked 203.0.113.9")
})
