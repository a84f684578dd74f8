import { setImmediate } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, test } from "vitest"
import { publicPagesOf } from "../../src/graphql/status-pages/status-page/live-pages.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { useApi } from "../support/api.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"

const api = useApi()
const { world } = api

/** Nothing here references it after the call. */
function refTo(state: object | null): WeakRef<object> {
  if (state === null) throw new Error("it was read a moment ago")
  return new WeakRef(state)
}

test("earlier states of a page are garbage collected after they were requested", async () => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  const { page } = await makePublicPage(world)
  const pages = publicPagesOf(world.services)
  const past = `${api.address}/status/${page.slug}/history`
  // Not the state that is observed below, because rendering may still replace it.
  await soon(async () => {
    const before = await pages.read(page.slug)
    expect((await fetch(past)).status).toBe(200)
    return before !== null && pages.peek(page.slug) === before
  }).toBe(true)
  const first = refTo(pages.peek(page.slug))
  await updateStatusPage(world.system, { id: page.id, name: "Acme Cloud" })
  await soon(async () => (await pages.read(page.slug))?.name).toBe("Acme Cloud")
  await soon(async () => {
    await setImmediate()
    collect()
    return first.deref()
  }).toBeUndefined()
})
