import { parentPort, workerData } from "node:worker_threads"
import { judgeHere, type LargeTask } from "./judge-body.ts"

/** Evaluates the assertions on one large body. */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's, not a window's
parentPort?.postMessage(judgeHere(workerData as LargeTask))
