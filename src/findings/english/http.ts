import type { httpCodes } from "../codes/http.ts"
import type { WordsOf } from "../words.ts"

export const http: WordsOf<typeof httpCodes> = {
  no_response: ({ afterMs }, { seconds }) =>
    `No response was received ${seconds(afterMs)} after the request.`,
  head_incomplete: ({ afterMs }, { seconds }) =>
    `The response head was incomplete ${seconds(afterMs)} after the request.`,
  body_incomplete: ({ bytes, afterMs }, { seconds }) =>
    `The response body was incomplete (${bytes} bytes) ${seconds(afterMs)} after the request.`,
  only_interim_responses: ({ afterMs }, { seconds }) =>
    `Only interim responses (1xx) were received ${seconds(afterMs)} after the request.`,
  too_many_interim_responses: ({ most }) =>
    `The server sent more than ${most} interim responses (1xx).`,
  closed_without_response: () => "The server closed the connection without a response.",
  closed_within_head: () => "The connection closed in the middle of the response head.",
  body_cut_off: ({ status, bytes, of }) =>
    `The response body (status ${status}) was cut off after ${bytes}${of === null ? "" : ` of ${of}`} bytes.`,
  port_uses_tls: () => "This port uses TLS. Use https:// instead of http://.",
  only_http2: () => "The server speaks only HTTP/2.",
  http2_stream_ended: ({ errorCode }) => `The HTTP/2 stream ended with ${errorCode}.`,
  not_http2: ({ errorCode }) => `The response is not valid HTTP/2 (${errorCode}).`,
  not_http: ({ errorCode, begin }) =>
    `The response is not valid HTTP (${errorCode}). It starts with "${begin}".`,
  head_too_large: () => "The response head is larger than the limit of 64 KiB.",
  protocol_switched: () => "The server switched protocols (101) without being asked to.",
  encoding_cut_off: ({ encoding, bytes }) =>
    `The response body ends in the middle of its Content-Encoding "${encoding}", after ${bytes} decoded bytes.`,
  encoding_mismatched: ({ encoding }) =>
    `The response body does not match its Content-Encoding "${encoding}".`,
  request_not_sent: ({ error }) => `The request cannot be sent: ${error}.`,
  url_without_http: () => "The URL must start with http:// or https://.",
  redirect_loop: ({ url }) => `The redirects loop, back to ${url}.`,
  redirect_without_location: ({ status }) => `Got status ${status} without a Location header.`,
  too_many_redirects: ({ most, url }, { count }) =>
    `More than ${count(most, "redirect", "redirects")}; the last one was at ${url}.`,
  redirect_to_no_url: ({ from, to }) => `${from} redirects to "${to}", which is not a URL.`,
  redirect_to_other_scheme: ({ from, to, scheme }) =>
    `${from} redirects to "${to}", which has the scheme ${scheme} instead of http: or https:.`,
  after_redirect: ({ from, cause }, { say }) => `After ${from} redirected: ${say(cause)}`,
}
