# Makes a small password store in $HOME, with a key of its own.
mkdir -p -m 700 "$GNUPGHOME"
gpg --batch --quiet --pinentry-mode loopback --passphrase '' --quick-gen-key me@example.com default default never 2>/dev/null
pass init me@example.com >/dev/null
printf 'correct horse\n' | pass insert -m web/example.com/alice >/dev/null
