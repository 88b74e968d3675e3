-- expand
-- A code can also be for a new password. It belongs to the browser that asked for it or, from clients that name none,
-- to their address. Codes that staff send have neither.
alter table otp
  drop constraint otp_purpose_check,
  add constraint otp_purpose_check check (purpose in ('register', 'password')),
  add column device_hash  bytea,
  add column address_hash bytea;
