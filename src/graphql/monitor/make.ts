import type { Monitor } from "../../../prisma/generated/client.ts"
import type { MonitorKind } from "../../../prisma/generated/enums.ts"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import type { Transaction } from "../transaction.ts"
import { announceMonitors } from "./announce.ts"
import { newColumns } from "./columns.ts"
import type { NewDraft } from "./draft.ts"
import { newHeartbeatSecret } from "./heartbeat-secret.ts"

/** A monitor to be, whose parent and labels are known to exist. */
export type Wanted = {
  id?: string
  kind: MonitorKind
  draft: NewDraft
  parentId: string | null
  labelIds: string[]
}

/** Writes and announces new monitors, however many, in a few statements. Parents come before their children. */
export async function makeMonitors(
  tx: Transaction,
  { actor, clock, vault }: Pick<Context, "actor" | "clock" | "vault">,
  projectId: string,
  wanted: Wanted[],
): Promise<Monitor[]> {
  const [{ at } = { at: clock.now() }] = await tx.db.$queryRaw<{ at: Date }[]>`select now() as at`
  const named = wanted.map((one) => ({ ...one, id: one.id ?? newId() }))
  const monitors = await tx.db.monitor.createManyAndReturn({
    data: named.map(({ id, kind, draft, parentId }) => ({
      id,
      projectId,
      kind,
      ...newColumns(kind, draft, vault),
      name: draft.values.name,
      ...(kind === "heartbeat" ? newHeartbeatSecret(vault) : { checkRequestedAt: at }),
      parentId,
      watchedSince: at,
      createdAt: at,
      updatedAt: at,
    })),
  })
  await tx.db.monitorState.createMany({
    data: named.map(({ id }) => ({ monitorId: id, statusSince: at })),
  })
  await tx.db.monitorLabel.createMany({
    data: named.flatMap(({ id, labelIds }) =>
      labelIds.map((labelId) => ({ monitorId: id, labelId })),
    ),
  })
  await announceMonitors(tx, actor, monitors, {
    action: "monitor.created",
    event: "monitor.created",
  })
  return monitors
}
