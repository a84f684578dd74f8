/** What the documents about subscriptions say, beside the words of the page itself. */
export type SubscribeWords = {
  hint: string
  how: string
  email: string
  browser: string
  /** Where this is a page's own domain. */
  browserElsewhere: string
  denied: string
  waiting: string
  failed: string
  address: string
  wholePage: string
  onlyThese: string
  noneChosen: string
  sent: string
  wrongAddress: string
  confirm: string
  confirmed: string
  yours: string
  save: string
  saved: string
  unsubscribe: string
  unsubscribed: string
  oldLink: string
}
