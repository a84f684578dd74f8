import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createAuth } from "../../src/api/auth.ts"
import { createAuthenticator } from "../../src/api/authenticate.ts"
import { createGrantAuthenticator } from "../../src/api/authenticate-grant.ts"
import { createKeyAuthenticator } from "../../src/api/authenticate-key.ts"
import { applyDirectory } from "../../src/api/sso/apply-directory.ts"
import {
  connectChatAccount,
  findChatAccount,
} from "../../src/graphql/delivery/chat/connect-chat.ts"
import { actByLink } from "../../src/graphql/incidents/alert/act-by-link.ts"
import { acknowledgeUrl } from "../../src/graphql/incidents/alert/acknowledge-link.ts"
import { actFromChat } from "../../src/graphql/incidents/alert/act-from-chat.ts"
import { shareAlert } from "../../src/graphql/incidents/alert/share-alert.ts"
import { openShare, shareUrl } from "../../src/graphql/incidents/alert/share-link.ts"
import { createAccess, type Actor } from "../../src/graphql/kernel/access.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { reauthorize } from "../../src/graphql/live/reauthorize.ts"
import { createFeed } from "../../src/graphql/on-call/calendar/create-feed.ts"
import { readFeed } from "../../src/graphql/on-call/calendar/read-feed.ts"
import { createCustomRole } from "../../src/graphql/workspace/custom-role/create-custom-role.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { changeRole } from "../../src/graphql/workspace/member/change-role.ts"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { findOpenInvitation } from "../../src/graphql/workspace/member/open-invitation.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { approveRequest } from "../../src/graphql/workspace/oauth/approve-request.ts"
import { redeemCode } from "../../src/graphql/workspace/oauth/redeem.ts"
import { registerClient } from "../../src/graphql/workspace/oauth/register-client.ts"
import { deleteProject } from "../../src/graphql/workspace/project/delete-project.ts"
import { requireTwoFactor } from "../../src/graphql/workspace/project/require-two-factor.ts"
import { newId } from "../../src/platform/id.ts"
import { sha256 } from "../../src/platform/secret.ts"
import { makeOutage } from "../support/outage.ts"
import { createPasskey } from "../support/passkey.ts"
import { makeMember } from "../support/people.ts"
import { createBrowser } from "../support/sign-in.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const isFirst = () => Promise.resolve(true)

const base = "http://watch.test"
const scimToken = "t".repeat(32)
const world = useWorld({
  ...testEnv,
  SIGN_UP: "open",
  BASE_URL: base,
  SSO_OIDC_URL: {
    issuer: "http://127.0.0.1:9",
    clientId: "watchkeeper",
    clientSecret: "a client secret",
  },
  SSO_DOMAINS: ["acme.test"],
  SCIM_TOKENS: [scimToken],
})
const prisma = () => world.services.database.prisma
const [password, newPassword] = ["correct horse battery", "another horse battery"]
const address = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
const visit = () => createBrowser(createAuth(world.services), base, address())
type Browser = ReturnType<typeof visit>

const actorIn = (browser: Browser): Promise<Actor> =>
  createAuthenticator(
    createKeyAuthenticator(world.services),
    createAuth(world.services),
  )(browser.headers())
const ctxIn = async (browser: Browser) => contextFor(world.services, await actorIn(browser))
/** How much it may do in the project; beyond its name, which every member sees. */
async function powerOf(actor: Actor, projectId: string): Promise<number> {
  const all = await createAccess(world.services, actor).permissions(projectId)
  return all.filter((one) => one !== "project:read").length
}
const oneIf = (works: boolean) => (works ? 1 : 0)
/** A refusal is no power. */
const or0 = (used: Promise<number>) => used.catch(() => 0)

/** A person with an account, an administrator of a project that somebody else owns. */
async function makeScene() {
  const { id: projectId, name } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner")
  const browser = visit()
  const email = `${randomUUID()}@acme.test`
  const { body } = await browser.send("/sign-up/email", { name: "Ada", email, password })
  const userId: string = body.user.id
  const memberId = newId()
  await prisma().member.create({ data: { id: memberId, projectId, userId, role: "admin" } })
  return { projectId, projectName: name, owner, browser, email, userId, memberId }
}
type Scene = Awaited<ReturnType<typeof makeScene>>

/** Connects a program as the person does; resolves with its access token. */
async function connectProgram(browser: Browser, projectId: string): Promise<string> {
  const redirectUri = "http://127.0.0.1:9/callback"
  const client = await registerClient(world.services, { redirect_uris: [redirectUri] })
  const verifier = "v".repeat(43)
  const request = {
    clientId: client.id,
    redirectUri,
    responseType: "code",
    codeChallenge: Buffer.from(sha256(verifier)).toString("base64url"),
    codeChallengeMethod: "S256",
    scope: "mcp:read mcp:write",
  }
  const answer = await approveRequest(await ctxIn(browser), { request, projectId, mayWrite: true })
  const code = new URL(answer).searchParams.get("code") ?? ""
  const input = { code, clientId: client.id, redirectUri, verifier }
  return (await redeemCode(world.services, input)).accessToken
}
const programPower = (token: string, projectId: string) =>
  or0(createGrantAuthenticator(world.services)(token).then((actor) => powerOf(actor, projectId)))

/** An alert for which the person was paged. */
async function pageFor({ projectId, userId }: Scene) {
  const { alertId } = await makeOutage(world, projectId)
  const id = newId()
  await prisma().page.create({
    data: { id, projectId, alertId, userId, round: 1, ruleOrder: 1, reason: "On call" },
  })
  return {
    alertId,
    token: acknowledgeUrl(world.services, { alertId, pageId: id }).split("/").at(-1) ?? "",
  }
}

/** Everything that a person can hold, and how much each is worth at the moment. */
const credentials: Record<string, (scene: Scene) => Promise<() => Promise<number>>> = {
  session: ({ browser, projectId }) =>
    Promise.resolve(async () => {
      const actor = await actorIn(browser)
      if (actor.kind !== "user") return 0
      const { isValid } = await reauthorize(world.services, actor, projectId)
      return isValid ? powerOf(actor, projectId) : 0
    }),
  "public key": (scene) => keyOf(scene, "public", ["all"]),
  "legacy key": (scene) => keyOf(scene, "legacy", ["mcp:write"]),
  "ingestion key": (scene) => keyOf(scene, "ingestion", []),
  "connected program": async ({ browser, projectId }) => {
    const token = await connectProgram(browser, projectId)
    return () => programPower(token, projectId)
  },
  "calendar link": async ({ browser, projectId, userId }) => {
    const { url } = await createFeed(await ctxIn(browser), { projectId, userId })
    const token = url.split("/").at(-1)?.replace(".ics", "") ?? ""
    return async () => oneIf((await readFeed(world.services, token)) !== null)
  },
  "link of a page": async (scene) => {
    const pages = [await pageFor(scene), await pageFor(scene)]
    return () => {
      const token = pages.shift()?.token ?? ""
      return or0(actByLink(world.services, token).then(() => 1))
    }
  },
  "chat account": async (scene) => {
    const { userId, projectId } = scene
    await connectChatAccount(world.services, userId, { memberId: userId, name: "ada" })
    const alerts = [await makeOutage(world, projectId), await makeOutage(world, projectId)]
    return async () => {
      const alertId = alerts.shift()?.alertId ?? ""
      const found = await findChatAccount(world.services, userId)
      const by = { host: "Discord", name: "ada", email: null, userId: found } as const
      await actFromChat(world.services, { action: "acknowledge", projectId, alertId, by, isFirst })
      const alert = await prisma().alert.findUniqueOrThrow({ where: { id: alertId } })
      return oneIf(alert.acknowledgedBy === "Ada")
    }
  },
  invitation: async ({ browser, projectId }) => {
    const email = `${randomUUID()}@example.test`
    const { url } = await inviteMember(await ctxIn(browser), { projectId, email, role: "editor" })
    const token = url.split("/").at(-1) ?? ""
    return async () => oneIf((await findOpenInvitation(prisma(), token, new Date())) !== null)
  },
  "shared alert": async ({ browser, projectId }) => {
    const { alertId: id } = await makeOutage(world, projectId)
    const { id: shareId } = await shareAlert(await ctxIn(browser), { id, days: 7 })
    const token = shareUrl(world.services, shareId).split("/").at(-1) ?? ""
    return async () => oneIf((await openShare(world.services, token)) !== null)
  },
  "SCIM token": () =>
    Promise.resolve(async () => {
      const headers = { authorization: `Bearer ${scimToken}` }
      const { status } = await visit().send("/scim/v2/Users", undefined, headers)
      return oneIf(status === 200)
    }),
}

async function keyOf(
  { browser, projectId }: Scene,
  keyClass: "public" | "legacy" | "ingestion",
  scopes: ("all" | "mcp:write")[],
) {
  const input = { projectId, class: keyClass, name: keyClass, scopes }
  const { token } = await createKey(await ctxIn(browser), input)
  return () =>
    or0(
      createKeyAuthenticator(world.services)(`Bearer ${token}`, keyClass).then(
        async (actor) => 1 + (await powerOf(actor, projectId)),
      ),
    )
}

const strong = ({ ctx }: Scene["owner"]) =>
  contextFor(world.services, { ...ctx.actor, isStrong: true } as Actor)

/** As the directory does it. */
async function deactivate(userId: string): Promise<void> {
  const at = { createdAt: new Date(), updatedAt: new Date() }
  await prisma().scimSubject.create({ data: { id: userId, userId, revision: 0, ...at } })
  const person = await prisma().user.findUniqueOrThrow({ where: { id: userId } })
  await applyDirectory(world.system, person)
}

const events: Record<string, (scene: Scene) => Promise<unknown>> = {
  removed: ({ owner, memberId }) => removeMember(owner.ctx, memberId),
  demoted: async ({ owner, memberId, projectId }) => {
    const input = { projectId, name: "Reader", permissions: ["monitors:read" as const] }
    const { id: customRoleId } = await createCustomRole(owner.ctx, input)
    await changeRole(owner.ctx, { memberId, role: "custom", customRoleId })
  },
  limited: async ({ owner, memberId, projectId }) => {
    const label = await createLabel(owner.ctx, { projectId, name: "shop" })
    await changeRole(owner.ctx, { memberId, role: "editor", labelIds: [label.id] })
  },
  deactivated: ({ userId }) => deactivate(userId),
  "factor required": ({ owner, projectId }) =>
    requireTwoFactor(strong(owner), { projectId, isRequired: true }),
  "password changed": async ({ email }) => {
    const other = visit()
    await other.send("/sign-in/email", { email, password })
    const body = { currentPassword: password, newPassword }
    expect((await other.send("/change-password", body)).status).toBe(200)
  },
  "project deleted": ({ owner, projectId, projectName }) =>
    deleteProject(owner.ctx, { id: projectId, name: projectName }),
}

/** The table of SECURITY.md: what becomes of each credential, by event. */
function readTable(): Record<string, Record<string, string>> {
  const text = readFileSync(join(import.meta.dirname, "../../SECURITY.md"), "utf8")
  const rows = text
    .split("\n")
    .slice(text.split("\n").findIndex((line) => line.startsWith("| credential")))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const end = rows.findIndex((cells) => cells.length === 0)
  const [head = [], , ...all] = rows.slice(0, end)
  return Object.fromEntries(
    head
      .slice(1)
      .map((event, at) => [
        event,
        Object.fromEntries(all.map((cells) => [cells[0] ?? "", cells[at + 1] ?? ""])),
      ]),
  )
}
const table = readTable()

test("the table names every credential and event, and nothing else", () => {
  expect(Object.keys(table)).toEqual(Object.keys(events))
  for (const column of Object.values(table)) {
    expect(Object.keys(column)).toEqual(Object.keys(credentials))
  }
})

test.for(Object.entries(events))(
  "%s: each credential ends, gets less or stays as the table says",
  async ([event, happen]) => {
    const scene = await makeScene()
    const uses: [string, () => Promise<number>, number][] = []
    for (const [name, make] of Object.entries(credentials)) {
      const use = await make(scene)
      const before = await use()
      expect({ name, works: before > 0 }).toEqual({ name, works: true })
      uses.push([name, use, before])
    }
    await happen(scene)
    const outcomes: Record<string, string> = {}
    for (const [name, use, before] of uses) {
      const after = await use()
      outcomes[name] = after === 0 ? "ends" : after < before ? "less" : "stays"
    }
    expect(outcomes).toEqual(table[event])
  },
)

test("a program works under a required second factor if its person proved one, and as long as they have one", async () => {
  const { browser, owner, projectId } = await makeScene()
  const early = await connectProgram(browser, projectId)
  const { body: passkey } = await createPasskey(base).register(browser)
  await requireTwoFactor(strong(owner), { projectId, isRequired: true })
  // Granted before the factor was proved.
  expect(await programPower(early, projectId)).toBe(0)
  const token = await connectProgram(browser, projectId)
  expect(await programPower(token, projectId)).toBeGreaterThan(0)
  // A new password keeps what the session proved.
  await browser.send("/change-password", { currentPassword: password, newPassword })
  const again = await connectProgram(browser, projectId)
  expect([
    await programPower(token, projectId),
    (await programPower(again, projectId)) > 0,
  ]).toEqual([0, true])
  await browser.send("/passkey/delete-passkey", { id: passkey.id })
  expect(await programPower(again, projectId)).toBe(0)
  await expect(connectProgram(browser, projectId)).rejects.toThrow("two-factor authentication")
})

const makeAll = (scene: Scene, names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const make = credentials[name]
      if (make === undefined) throw new Error(`there is no ${name}`)
      return make(scene)
    }),
  )

test("what ended with a membership does not come back with a new one, and the removal names the keys that stay", async () => {
  const scene = await makeScene()
  const { owner, memberId, projectId, userId } = scene
  const make = ["connected program", "calendar link", "public key"] as const
  const uses = await makeAll(scene, make)
  await removeMember(owner.ctx, memberId)
  await prisma().member.create({ data: { id: newId(), projectId, userId, role: "owner" } })
  const powers = await Promise.all(uses.map((use) => use()))
  expect(powers.map((power) => power > 0)).toEqual([false, false, true])
  const where = { projectId, action: "member.removed" }
  expect((await prisma().auditEntry.findFirstOrThrow({ where })).changes).toEqual({
    role: { from: "admin", to: null },
    keys: [expect.stringMatching(/^public \([\w-]{8}…\)$/)],
  })
})

test("a project's last owner whom the directory deactivates stays a member, and nothing acts for them", async () => {
  const scene = await makeScene()
  const { owner, memberId, projectId, userId } = scene
  await changeRole(owner.ctx, { memberId, role: "owner" })
  await removeMember(await ctxIn(scene.browser), owner.memberId)
  const make = ["session", "connected program", "calendar link", "chat account"] as const
  const uses = await makeAll(scene, make)
  await deactivate(userId)
  expect(await prisma().member.count({ where: { projectId, userId } })).toBe(1)
  const powers = await Promise.all(uses.map((use) => use()))
  expect(powers).toEqual([0, 0, 0, 0])
})
