import type { IncomingMessage, ServerResponse } from "node:http"
import { language } from "../../graphql/status-page/language.ts"
import type { Subscription } from "../../graphql/subscriber/by-link.ts"
import {
  changeSubscription,
  confirmSubscription,
  endSubscription,
  openConfirmation,
  openSubscription,
} from "../../graphql/subscriber/by-link.ts"
import type { Services } from "../../services.ts"
import { readForm } from "../form.ts"
import type { Page } from "../status-page/layout.ts"
import type { Setting } from "../status-page/setting.ts"
import { readWish, settingOf } from "../status-page/wish.ts"
import { renderConfirm, renderManage, renderOldLink, renderUnsubscribed } from "./render.ts"
import { chosenOf, mostFormBytes, sendPage } from "./take.ts"

const prefix = "/subscriptions/"

/**
 * What the signed links of subscribers lead to: confirming, choosing, ending. Looking changes nothing, since
 * scanners of mail look at every link; a POST does, and RFC 8058 has one of its own that ends it.
 */
export async function handleSubscription(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const [first = "", second = "", ...more] = path.slice(prefix.length).split("/")
  const page = more.length > 0 ? null : await pageOf(services, req, first, second)
  if (page === null) {
    const wish = readWish(req)
    sendPage(req, res, 404, renderOldLink(settingOf("", wish, wish.language ?? "en")))
  } else sendPage(req, res, 200, page)
  // Whatever a form carried that nobody read.
  req.resume()
}

async function pageOf(
  services: Services,
  req: IncomingMessage,
  first: string,
  second: string,
): Promise<Page | null> {
  const isPost = req.method === "POST"
  if (first === "confirm") {
    const found = await (isPost ? confirmSubscription : openConfirmation)(services, second)
    const isDone = isPost || (found !== null && found.confirmedAt !== null)
    return found && renderConfirm(found, settingFor(req, found), isDone)
  }
  if (second === "unsubscribe") {
    const found = await (isPost ? endSubscription : openSubscription)(services, first)
    if (found === null) return null
    const setting = settingFor(req, found)
    return isPost
      ? renderUnsubscribed(found, setting)
      : renderManage(found, setting, first, "to_end")
  }
  if (second !== "") return null
  const saved = isPost ? await save(services, req, first) : null
  const found = await openSubscription(services, first)
  return found && renderManage(found, settingFor(req, found), first, saved)
}

/** What came of what a form chose; null for what is no form of ours. */
async function save(services: Services, req: IncomingMessage, token: string) {
  const form = await readForm(req, mostFormBytes)
  if (form === null) return null
  const resourceIds = chosenOf(form)
  if (resourceIds === null) return "none_chosen"
  const spoken = language.safeParse(form.get("language")).data
  const changed = await changeSubscription(services, token, { resourceIds, language: spoken })
  return changed && "saved"
}

/** In what they are written to in, whatever their browser likes. */
function settingFor(req: IncomingMessage, { page, language: spoken }: Subscription): Setting {
  const { query, language: liked, isChosen } = readWish(req)
  const wish = { query, isChosen, language: isChosen ? liked : language.parse(spoken) }
  return settingOf(`/status/${page.slug}`, wish, language.parse(page.language))
}
