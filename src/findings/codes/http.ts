import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})
const afterRequest = z.object({ afterMs: z.number() })

/** What went wrong with a response before anything could be asserted of it. Times in ms, sizes in bytes. */
export const httpCodes = {
  no_response: afterRequest,
  head_incomplete: afterRequest,
  body_incomplete: z.object({ bytes: z.number(), afterMs: z.number() }),
  only_interim_responses: afterRequest,
  too_many_interim_responses: z.object({ most: z.number() }),
  closed_without_response: none,
  closed_within_head: none,
  body_cut_off: z.object({ status: z.number(), bytes: z.number(), of: evidence().nullable() }),
  port_uses_tls: none,
  only_http2: none,
  http2_stream_ended: z.object({ errorCode: evidence() }),
  not_http2: z.object({ errorCode: evidence() }),
  not_http: z.object({ errorCode: evidence(), begin: evidence() }),
  head_too_large: none,
  protocol_switched: none,
  encoding_cut_off: z.object({ encoding: evidence(), bytes: z.number() }),
  encoding_mismatched: z.object({ encoding: evidence() }),
  request_not_sent: z.object({ error: evidence() }),
  url_without_http: none,
  redirect_loop: z.object({ url: evidence() }),
  redirect_without_location: z.object({ status: z.number() }),
  too_many_redirects: z.object({ most: z.number(), url: evidence() }),
  redirect_to_no_url: z.object({ from: evidence(), to: evidence() }),
  redirect_to_other_scheme: z.object({ from: evidence(), to: evidence(), scheme: evidence() }),
  after_redirect: z.object({ from: evidence(), cause: nested() }),
}
