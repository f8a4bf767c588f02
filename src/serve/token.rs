//! Secrets that open a seat: 128 random bits as 26 letters and digits, of which the server keeps a hash alone.

use std::fmt;

use sha2::{Digest, Sha256};

/// Digits of base 32 without those that are taken for one another.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Characters of a written token.
const LENGTH: usize = 26;

/// Characters of a game's name in links. It opens nothing by itself.
const NAME: usize = 10;

/// See the top of the file.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(u128);

/// What is kept of a token.
pub type Hash = [u8; 32];

/// The operating system gives no random numbers.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the system provides no random numbers: {0}")]
pub struct NoChance(getrandom::Error);

impl Token {
    /// Draws one.
    ///
    /// # Errors
    /// The operating system gives no random numbers.
    pub fn new() -> Result<Token, NoChance> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(NoChance)?;
        Ok(Token(u128::from_le_bytes(bytes)))
    }

    /// Reads what [`Token`] writes, in capitals or with blanks, too; nothing where that is no token.
    pub fn read(text: &str) -> Option<Token> {
        let signs = || text.bytes().filter(|sign| !sign.is_ascii_whitespace());
        if text.len() > 4 * LENGTH || signs().count() != LENGTH {
            return None;
        }
        let digit = |sign: u8| {
            DIGITS
                .iter()
                .position(|digit| *digit == sign.to_ascii_lowercase())
        };
        signs()
            .try_fold(0u128, |all, sign| {
                all.checked_mul(32)?.checked_add(digit(sign)? as u128)
            })
            .map(Token)
    }

    /// What the server keeps of it.
    pub fn hash(&self) -> Hash {
        Sha256::digest(self.0.to_le_bytes()).into()
    }
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |at: usize| char::from(DIGITS[(self.0 >> (5 * at) & 31) as usize]);
        (0..LENGTH)
            .rev()
            .try_for_each(|at| write!(formatter, "{}", digit(at)))
    }
}

/// A secret is not written where faults are told.
impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token")
    }
}

/// The hash of some bytes, to find equal ones by.
pub fn digest(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// A hash as text.
pub fn hex(hash: &Hash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name for a game that no other has.
///
/// # Errors
/// As [`Token::new`].
pub fn game_name() -> Result<String, NoChance> {
    Ok(Token::new()?.to_string()[LENGTH - NAME..].to_string())
}

/// A seed that nobody can guess, exact in JSON and for people to type: 52 bits.
///
/// # Errors
/// As [`Token::new`].
pub fn seed() -> Result<u64, NoChance> {
    getrandom::u64().map(|drawn| drawn >> 12).map_err(NoChance)
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn a_token_is_read_as_it_is_written_and_nothing_else_is() {
        for _ in 0..100 {
            let token = Token::new().expect("the system draws");
            let text = token.to_string();
            assert_eq!((text.len(), Token::read(&text)), (26, Some(token.clone())));
            let typed = format!(" {} {}\n", text[..13].to_uppercase(), &text[13..]);
            assert_eq!(Token::read(&typed), Some(token));
        }
        let largest = Token(u128::MAX).to_string();
        assert_eq!(Token::read(&largest), Some(Token(u128::MAX)));
        for wrong in [
            "",
            "0",
            &"z".repeat(26),
            &"0".repeat(27),
            &"u".repeat(26),
            "0000000000000000000000000\u{e9}",
        ] {
            assert_eq!(Token::read(wrong), None, "{wrong}");
        }
    }
}
