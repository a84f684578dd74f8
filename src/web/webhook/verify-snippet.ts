/** Code that verifies a delivery by the library of Standard Webhooks. */
export const verifySnippets = {
  node: `// npm install standardwebhooks
import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.WATCHKEEPER_WEBHOOK_SECRET)

// body: the raw request body, not parsed JSON. Throws if the delivery is not genuine.
const event = webhook.verify(body, request.headers)`,
  python: `# pip install standardwebhooks
import os
from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["WATCHKEEPER_WEBHOOK_SECRET"])

# body: the raw request body, not parsed JSON. Raises if the delivery is not genuine.
event = webhook.verify(body, headers)`,
  go: `// go get github.com/standard-webhooks/standard-webhooks/libraries
import standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

webhook, err := standardwebhooks.NewWebhook(os.Getenv("WATCHKEEPER_WEBHOOK_SECRET"))

// body: the raw request body. Returns an error if the delivery is not genuine.
err = webhook.Verify(body, request.Header)`,
} as const

export type SnippetLanguage = keyof typeof verifySnippets
export const languageWord: Record<SnippetLanguage, string> = {
  node: "Node.js",
  python: "Python",
  go: "Go",
}
