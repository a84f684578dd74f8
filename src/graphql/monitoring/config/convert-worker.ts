import { parentPort, workerData } from "node:worker_threads"
import type { ProviderName } from "../../../convert/conversion.ts"
import { tryConvert } from "./try-convert.ts"

/** Converts one export in a worker, because a large one takes seconds of work. */

const { text, from } = workerData as { text: string; from: ProviderName | "auto" }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's, not a window's
parentPort?.postMessage(tryConvert(text, from))
