import { z } from "zod"
import type { Services } from "../../services.ts"
import type { Notice } from "../delivery/notice.ts"
import { owe } from "../delivery/owe.ts"
import { sealMail } from "../delivery/sealed-mail.ts"
import { email } from "../member/role.ts"
import { transact } from "../transaction.ts"

const event = "status_page.link_asked"
/** An address is written to once in this time at most, however often somebody enters it. */
const mailedEveryMs = 300_000

const input = z.object({ address: email })

type Wanted = {
  page: { id: string; projectId: string }
  emailDomains: readonly string[]
  address: string
  /** What the mail says, with the link that opens the door. */
  notice: Notice
}

/**
 * Mails a link to an address that may come in, sealed. What is no address and what may not come in is passed over
 * in silence: nobody learns here who may.
 */
export async function mailDoorLink(
  services: Services,
  { page, emailDomains, address, notice }: Wanted,
): Promise<void> {
  const { data } = input.safeParse({ address })
  const domain = data?.address.split("@").at(-1)
  if (data === undefined || domain === undefined || !emailDomains.includes(domain)) return
  const mail = sealMail(services.vault, { address: data.address, notice })
  const time = Math.floor(services.clock.now().getTime() / mailedEveryMs)
  await transact(services, (tx) =>
    owe(tx, [
      {
        projectId: page.projectId,
        lane: "notice",
        event,
        subjectId: page.id,
        way: { mail },
        dedupeKey: `${event}:${page.id}:${mail.addressKey}:${time}`,
      },
    ]),
  )
}
