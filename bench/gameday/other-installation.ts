import { contextFor } from "../../src/graphql/kernel/context.ts"
import { startOnSmallDisk } from "../../test/story/small-disk.ts"
import { startSmtp } from "../../test/support/smtp.ts"
import type { Installation } from "./installation.ts"

/** Beside the installation: one process with the embedded database, on a small disk, with the same targets. */
export async function openEmbedded({ settings, targets }: Installation) {
  const { SECRET_KEY, EGRESS_ANCHORS, REACHABLE_RANGES, MAIL_FROM } = settings
  const smtp = await startSmtp()
  const { disk, services, close } = await startOnSmallDisk({
    SECRET_KEY,
    EGRESS_ANCHORS,
    REACHABLE_RANGES,
    MAIL_FROM,
    SMTP_URL: smtp.url,
    LOG_LEVEL: "error",
  })
  return {
    disk,
    services,
    smtp,
    targets,
    system: contextFor(services, { kind: "system", name: "gameday" }),
    async close() {
      await close()
      await smtp.stop()
    },
  }
}

export type OtherInstallation = Awaited<ReturnType<typeof openEmbedded>>
