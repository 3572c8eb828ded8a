/** The part of web-push that we use: it encrypts (RFC 8291) and signs (RFC 8292). The library comes without types. */
declare module 'web-push' {
  interface RequestDetails {
    headers: Record<string, string | number>
    body: Buffer
  }
  export interface VapidDetails {
    subject: string
    publicKey: string
    privateKey: string
  }
  interface Options {
    vapidDetails: VapidDetails
    /** In seconds. */
    TTL: number
    urgency: 'very-low' | 'low' | 'normal' | 'high'
  }
  const webPush: {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: Options,
    ): RequestDetails
  }
  export default webPush
}
