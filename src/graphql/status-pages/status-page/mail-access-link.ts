import { z } from "zod"
import type { Services } from "../../../platform/services.ts"
import type { Notice } from "../../../channels/notice.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import { sealMail } from "../../outbox/sealed-mail.ts"
import { email } from "../../../platform/text-schema.ts"
import { transact } from "../../kernel/transaction.ts"

const event = "status_page.link_asked"
/** Minimum time between two e-mails to the same address. */
const mailedEveryMs = 300_000

const input = z.object({ address: email })

type Wanted = {
  page: { id: string; projectId: string }
  emailDomains: readonly string[]
  address: string
  /** The mail, with the link that grants access. */
  notice: Notice
}

/**
 * Mails an access link, sealed, to an address with access. Other input is ignored silently, so that the response does
 * not reveal who has access.
 */
export async function mailAccessLink(
  services: Services,
  { page, emailDomains, address, notice }: Wanted,
): Promise<void> {
  const { data } = input.safeParse({ address })
  const domain = data?.address.split("@").at(-1)
  if (data === undefined || domain === undefined || !emailDomains.includes(domain)) return
  const mail = sealMail(services.vault, { address: data.address, notice })
  const time = Math.floor(services.clock.now().getTime() / mailedEveryMs)
  await transact(services, (tx) =>
    enqueueMessages(tx, [
      {
        projectId: page.projectId,
        queue: "notice",
        event,
        subjectId: page.id,
        recipient: { mail },
        dedupeKey: `${event}:${page.id}:${mail.addressKey}:${time}`,
      },
    ]),
  )
}
