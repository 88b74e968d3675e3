/** The meaning of each limit, as docs/settings.md prints it. */
export const LIMIT_MEANINGS = {
  CALLS_PER_ADDRESS: 'Calls of one kind by the guests at one address.',
  CALLS_PER_NETWORK: 'Calls of one kind by the guests of one IPv6 /48.',
  CALLS_PER_MEMBER: 'Calls of one member.',
  WRONG_TOKENS_PER_ADDRESS:
    'Invalid session tokens. Beyond the limit, tokens that were never issued are not looked up.',
  FANOUTS_PER_MEMBER: 'Calls that query every game provider.',
  TABLES_PER_MEMBER: 'Statements as CSV, and sums of play. Each reads many movements of the member.',
  LOGIN_TRIES: 'Log-in attempts for one phone from one place before each further one waits longer.',
  LOGINS_PER_PHONE:
    'Wrong passwords for one phone from anywhere. Browsers that the member has used are exempt.',
  LOGINS_DONE_PER_PHONE: 'Log-ins with the right password. Each costs a password hash.',
  LOGIN_PHONES_PER_ADDRESS: 'Phones with failed log-ins from one address.',
  LOGIN_PHONES_PER_NETWORK: 'Phones with failed log-ins from one IPv6 /48.',
  LOGIN_PHONES_PER_MEMBER: 'Phones with failed log-ins in the browsers of one member.',
  WRONG_CODES_PER_MEMBER:
    'Wrong codes of an authenticator app and wrong recovery codes of one member, at log-ins with the right password and as proof. Beyond it no code of the member is taken.',
  WRONG_CODES_ELSEWHERE:
    'The same without browsers in which the member gave proof: the rest is kept for those.',
  PASSWORDS_PER_MEMBER:
    'Wrong current passwords at a change of password, and wrong proofs of a logged-in member.',
  STAFF_TRIES_PER_PERSON_AND_ADDRESS: 'Wrong sign-ins of one staff member from one address.',
  STAFF_TRIES_PER_PERSON: 'Wrong sign-ins of one staff member from anywhere.',
  STAFF_TRIES_PER_ADDRESS: 'Wrong sign-ins of staff from one address.',
  REGISTRATIONS_PER_ADDRESS: 'Registrations from one address that passed every check.',
  REGISTRATIONS_PER_NETWORK: 'Registrations from one IPv6 /48 that passed every check.',
  TAKEN_PER_ADDRESS: 'Answers to guests at one address that a phone or bank account is registered.',
  TAKEN_PER_MEMBER: 'The same answers to the browsers of one member.',
  TAKEN_PER_PHONE: 'The same answers to the owner of a verified phone.',
  OTPS_PER_ADDRESS: 'One-time codes for guests at one address.',
  OTPS_PER_NETWORK: 'One-time codes for guests of one IPv6 /48.',
  OTPS_PER_MEMBER:
    'One-time codes for the browsers of one member, and those that one person of the staff sends.',
  OTPS_PER_PHONE_AND_ADDRESS: 'One-time codes to one phone for one address.',
  OTPS_PER_PHONE_AND_MEMBER:
    'One-time codes to one phone for the browsers of one member, and those of all staff.',
  OTP_MISSES_PER_PHONE: 'Wrong one-time codes for one phone from one address, over all its codes.',
  SMS_PER_HOUR: 'Messages of the whole installation to guests.',
  SMS_TO_KNOWN_PER_HOUR: 'Further messages, for browsers in which a member has logged in.',
  ACCOUNT_MESSAGES_PER_PHONE:
    'Messages to one phone about one kind of change of its account. Further ones are not sent.',
  PUSH_BROWSERS_PER_MEMBER: 'Browsers in which one member switches pushes on.',
  CODES_PER_MEMBER: 'Wrong promotion codes, gift links and prize codes of one member.',
  QR_CODES_PER_MEMBER_MINUTE: 'QR deposit orders of one member in a minute.',
  QR_CODES_PER_MEMBER_HOUR: 'QR deposit orders of one member in an hour.',
  SLIPS_PER_MEMBER: 'Slips of one member.',
  CHAT_MESSAGES_PER_ADDRESS: 'Chat messages of the guests at one address.',
  CHAT_UPLOADS_PER_ADDRESS: 'Chat files of the guests at one address.',
  CHAT_GUEST_MEGABYTES: 'Megabytes of chat files that the guests at one address may store.',
  APP_FAULTS_PER_ADDRESS: 'Fault reports of the player app from one address.',
  UPLOAD_MEGABYTES_PER_MEMBER: 'Megabytes of one member’s uploads in the memory of a process.',
  UPLOAD_MEGABYTES_PER_ADDRESS:
    'Megabytes of uploads by the guests at one address in the memory of a process.',
  UPLOAD_MEGABYTES: 'Megabytes of all uploads in the memory of a process.',
  READER_MEGABYTES_PER_ADDRESS:
    'Megabytes of downloads by the guests at one address in the memory of a process.',
  READER_MEGABYTES: 'Megabytes of all downloads in the memory of a process.',
  CHAT_MEGABYTES_KEPT: 'Megabytes of files kept per chat conversation.',
  FORGED_CALLBACKS_PER_ADDRESS: 'Callbacks without a valid signature. Signed ones are never limited.',
  SOCKETS_PER_ADDRESS: 'Sockets without a known member. Beyond the limit, a new one closes the oldest.',
  SOCKETS_PER_MEMBER: 'Sockets of one member.',
  CALLS_WAITING_PER_MEMBER: 'Calls of one member that wait in a process for an earlier call.',
  HASHES_WAITING: 'Passwords that wait in a process to be hashed. Known browsers have as many places again.',
};
