import { expect, onTestFinished, test } from "vitest"
import { recordIngressAlive } from "../../src/graphql/monitoring/monitor/ingress-liveness.ts"
import { createIngressLiveness } from "../../src/probe/ingress-liveness.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()

const hear = async (ownSince: Date) => {
  const ears = await createIngressLiveness(world.services, () => ownSince)
  onTestFinished(ears.stop)
  return ears.aliveSince()
}
const ask = <Row extends object>(text: string, values: unknown[] = []) =>
  world.services.database.pool.query<Row>(text, values)
const tell = () => recordIngressAlive(world.services.database.pool)
const lastHeard = (ago: string) =>
  ask(
    "update ingress_liveness set since = now() - interval '1 hour', seen_at = now() - $1::interval",
    [ago],
  )
const databaseNow = async () => (await ask<{ now: Date }>("select now()")).rows[0]?.now

test("pings are complete since both the API and the prober have run without a break", async () => {
  const long = new Date(0)
  expect(await hear(long)).toEqual(long)
  await tell()
  const began = await hear(long)
  expect(Math.abs(Number(await databaseNow()) - began.getTime())).toBeLessThan(10_000)
  await tell()
  expect(await hear(long)).toEqual(began)
  const later = new Date(began.getTime() + 1)
  expect(await hear(later)).toEqual(later)

  // A short restart is not a break.
  await lastHeard("10 seconds")
  const before = await hear(long)
  await tell()
  expect(await hear(long)).toEqual(before)
  // While no process accepts pings no time counts; it starts again afterwards.
  await lastHeard("16 seconds")
  const asked = await databaseNow()
  expect(await hear(long)).toSatisfy((since: Date) => since >= (asked ?? long))
  await tell()
  expect(await hear(long)).toSatisfy((since: Date) => since >= (asked ?? long))
})
