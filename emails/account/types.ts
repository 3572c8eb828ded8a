/** To the owner: the account's password changed, or its e-mail, which used to be this mail's address. */
export interface AccountChanged {
  change:
    | 'password'
    | 'email'
    | 'second_factor_on'
    | 'second_factor_off'
    | 'recovery_codes_made'
    | 'recovery_code_used'
    | 'new_device'
    | 'passkey_added'
    | 'passkey_removed'
    | 'business_email_moved'
    | 'business_email_left'
  /** Null: an administrator of the installation. */
  business_name: string | null
  /** 'el 20 de noviembre, 3:30 pm' */
  at: string
  /** With most of the local part hidden; empty for a password. */
  new_email: string
  /** Where the business was written to before; empty for anything else. */
  former_email: string
  /** How many recovery codes are left, when one was used. */
  recovery_left: number
  /** The browser and where it is, of a log-in from a new device: 'Chrome en Windows (hora de Bogotá)'. */
  from: string
  /** Ends all sessions and leads to a new password: for this mail's reader only. */
  not_me_url: string | null
  public_url: string
}
