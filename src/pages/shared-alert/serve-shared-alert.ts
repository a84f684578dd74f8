import type { IncomingMessage, ServerResponse } from "node:http"
import { openShare, sharePrefix } from "../../graphql/incidents/alert/share-link.ts"
import type { Actor } from "../../graphql/kernel/access.ts"
import { contextFor } from "../../graphql/kernel/context.ts"
import { readTimeline } from "../../graphql/monitoring/alert-timeline/read-timeline.ts"
import { html } from "../../platform/html.ts"
import type { Services } from "../../platform/services.ts"
import { sendCard, sendNotice } from "../card.ts"
import { renderTimeline } from "./render-timeline.ts"

const noLabel = "00000000-0000-0000-0000-000000000000"

/**
 * Reads what a person who shares an alert must be able to read, and nothing about other monitors: a limited person may have
 * shared it. Values of telemetry do not leave by a link.
 */
const readerOf = (keyId: string, projectId: string): Actor => ({
  kind: "key",
  keyId,
  projectId,
  plan: "free",
  name: "Shared link",
  scopes: ["alerts:read", "monitors:read"],
  labelIds: [noLabel],
})

/** The timeline of an alert for anyone with a signed link. The response shows nothing else of the project. */
export async function handleSharedAlert(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const share = await openShare(services, path.slice(sharePrefix.length))
  if (share === null) {
    const body = html`<p>This link is not valid. It may have expired, or somebody revoked it.</p>`
    sendNotice(req, res, 404, "Page not found", body)
    return
  }
  const { id, alert, expiresAt } = share
  const reader = readerOf(id, alert.projectId)
  const timeline = await readTimeline(contextFor(services, reader), alert.id)
  const { number, title, description, createdAt, project, monitor, state } = alert
  const shown = {
    number,
    title,
    description,
    createdAt,
    expiresAt,
    projectName: project.name,
    monitorName: monitor?.name ?? null,
    state: state.name,
    meaning: state.meaning,
    timeline,
  }
  sendCard(req, res, 200, renderTimeline(shown))
}
