import { parentPort, workerData } from "node:worker_threads"
import { tryConvert, type Export } from "./try-convert.ts"

/** Converts one export in a worker, because a large one takes seconds of work. */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's, not a window's
parentPort?.postMessage(await tryConvert(workerData as Export))
