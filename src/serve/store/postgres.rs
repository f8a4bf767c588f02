//! Games in a Postgres that several servers share, each with games of its own. Whoever has a server's name has its games: when a machine
//! is lost, another one goes on with them.

use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use postgres::error::SqlState;
use postgres::{Client, Config, GenericClient, NoTls};

use super::{Fault, Found, NewGame, Queue, Store, Write, Written, packed, postgres_migrations};

/// How long it is waited for a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// What each connection begins with. A server that is cut off is let go of within half a minute, so that another one may have its name;
/// nothing is answered before it is on the disk.
const BEGIN: &str = "SET statement_timeout = '20s';
     SET tcp_keepalives_idle = 10;
     SET tcp_keepalives_interval = 5;
     SET tcp_keepalives_count = 3;
     SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// Whoever brings the tables up to date has this lock.
const MIGRATES: i64 = 0x6272_696e_6b00;

/// See the top of the file.
pub struct Postgres {
    writes: Queue,
    reads: Sender<Read>,
}

type Read = Box<dyn FnOnce(&mut Link) + Send>;

impl From<postgres::Error> for Fault {
    fn from(error: postgres::Error) -> Fault {
        Fault::Broken(told(&error))
    }
}

/// What is wrong, with what lies behind it.
fn told(error: &(dyn std::error::Error + 'static)) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", told(source)),
        None => error.to_string(),
    }
}

impl Postgres {
    /// Opens the database at that URL for the server of that name, and makes its tables where there are none. It waits for the network,
    /// as no thread of an asynchronous runtime may.
    ///
    /// # Errors
    /// Why it cannot be used; another server has that name, for instance.
    pub fn open(url: &str, server: &str) -> Result<Postgres, Fault> {
        let mut config: Config = url.parse()?;
        config
            .application_name("brink")
            .connect_timeout(CONNECT)
            .keepalives_idle(Duration::from_secs(10));
        config.tcp_user_timeout(Duration::from_secs(20));
        let link = |only| Link {
            config: config.clone(),
            server: server.to_string(),
            only,
            client: None,
        };
        let (mut writer, reader) = (link(true), link(false));
        brought_up_to_date(writer.client()?)?;
        let writes = Queue::new(move |batch| writer.written(batch))?;
        let (reads, asked) = channel();
        let readers = thread::Builder::new().name("store reads".to_string());
        readers
            .spawn(move || read_on(reader, &asked))
            .map_err(|error| Fault::Broken(error.to_string()))?;
        Ok(Postgres { writes, reads })
    }

    /// Reads something; once more where the connection was lost.
    fn read<T: Send + 'static>(
        &self,
        read: impl Fn(&mut Client, &str) -> Result<T, postgres::Error> + Send + 'static,
    ) -> Result<T, Fault> {
        let gone = || Fault::Broken("the thread that reads has ended".to_string());
        let (answer, answered) = sync_channel(1);
        let reads = move |link: &mut Link| {
            // Nobody waits any more: then nobody needs to know.
            let _ = answer.send(link.twice(|client, server, _| Ok(read(client, server)?)));
        };
        self.reads.send(Box::new(reads)).map_err(|_| gone())?;
        answered.recv().map_err(|_| gone())?
    }
}

fn read_on(mut link: Link, asked: &Receiver<Read>) {
    while let Ok(read) = asked.recv() {
        read(&mut link);
    }
}

/// Makes the tables, or changes those of an older version; of several servers that begin, one after the other.
fn brought_up_to_date(client: &mut Client) -> Result<(), Fault> {
    client.execute("SELECT pg_advisory_lock($1)", &[&MIGRATES])?;
    let broken = |error: refinery::Error| Fault::Broken(told(&error));
    let done = postgres_migrations()
        .and_then(|runner| runner.run(client))
        .map(drop)
        .map_err(broken);
    client.execute("SELECT pg_advisory_unlock($1)", &[&MIGRATES])?;
    done
}

/// A connection, made anew when it was lost.
struct Link {
    config: Config,
    server: String,
    /// This one writes: while it lasts nobody else has the server's name.
    only: bool,
    client: Option<Client>,
}

impl Link {
    fn client(&mut self) -> Result<&mut Client, Fault> {
        self.client.take_if(|client| client.is_closed());
        match &mut self.client {
            Some(_) => {}
            none => *none = Some(connected(&self.config, self.only.then_some(&*self.server))?),
        }
        Ok(self.client.as_mut().expect("it was made just now"))
    }

    /// Does it; once more, and told so, where the connection was lost meanwhile.
    fn twice<T>(
        &mut self,
        does: impl Fn(&mut Client, &str, bool) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let server = self.server.clone();
        let client = self.client()?;
        match does(client, &server, false) {
            Err(_) if client.is_closed() => does(self.client()?, &server, true),
            done => done,
        }
    }

    fn together(&mut self, batch: &[Write]) -> Written {
        let server = self.server.clone();
        let mut transaction = self.client()?.transaction()?;
        all(&mut transaction, &server, batch)?;
        Ok(transaction.commit()?)
    }

    /// Writes all of it in one transaction; where that fails, each by itself.
    fn written(&mut self, batch: &[Write]) -> Vec<Written> {
        if self.together(batch).is_ok() {
            return batch.iter().map(|_| Ok(())).collect();
        }
        // It may have been written all the same, where the connection was lost before that was told.
        let lost = self.client.as_ref().is_none_or(Client::is_closed);
        let alone = |write: &Write| {
            self.twice(|client, server, again| {
                if (lost || again) && is_there(client, server, write)? {
                    return Ok(());
                }
                let mut transaction = client.transaction()?;
                all(&mut transaction, server, std::slice::from_ref(write))?;
                Ok(transaction.commit()?)
            })
        };
        batch.iter().map(alone).collect()
    }
}

/// A connection, and for whoever writes the server's name with it.
fn connected(config: &Config, name: Option<&str>) -> Result<Client, Fault> {
    let mut client = config.connect(NoTls)?;
    client.batch_execute(BEGIN)?;
    if let Some(name) = name {
        let had = "SELECT pg_try_advisory_lock(hashtextextended('brink server ' || $1, 0))";
        if !client.query_one(had, &[&name])?.get::<_, bool>(0) {
            return Err(Fault::Broken(format!(
                "another running server is already called `{name}`"
            )));
        }
    }
    Ok(client)
}

fn all(client: &mut impl GenericClient, server: &str, batch: &[Write]) -> Result<(), Fault> {
    let (mut games, mut places, mut texts): (Vec<&str>, Vec<i64>, Vec<&str>) = Default::default();
    let mut over: Vec<&str> = Vec::new();
    for write in batch {
        let (game, after, records) = match write {
            Write::Create(game) => {
                made(client, server, game).map_err(elsewhere)?;
                (&game.name, 0, &game.records)
            }
            Write::Append {
                game,
                after,
                records,
            } => (game, *after, records),
            Write::Finish(game) => {
                over.push(game);
                continue;
            }
        };
        for (at, record) in (after..).zip(records) {
            games.push(game);
            places.push(at as i64);
            texts.push(record);
        }
    }
    if !games.is_empty() {
        let append = "INSERT INTO records (game, at, record)
             SELECT games.number, new.at, new.record
             FROM unnest($1::text[], $2::bigint[], $3::text[]) AS new (name, at, record)
             JOIN games ON games.name = new.name AND games.server = $4";
        let appended = client
            .execute(append, &[&games, &places, &texts, &server])
            .map_err(elsewhere)?;
        if appended != games.len() as u64 {
            return Err(Fault::Broken("there is no such game".to_string()));
        }
    }
    if !over.is_empty() {
        client.execute(
            "UPDATE games SET over = true WHERE name = ANY($1) AND server = $2",
            &[&over, &server],
        )?;
    }
    Ok(())
}

fn made(
    client: &mut impl GenericClient,
    server: &str,
    game: &NewGame,
) -> Result<(), postgres::Error> {
    let (hash, files) = packed(&game.cards);
    let hash = &hash[..];
    client.execute(
        "INSERT INTO cards (hash, files) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        &[&hash, &files],
    )?;
    let made = "INSERT INTO games (name, server, setup, cards) VALUES ($1, $2, $3, $4)";
    client
        .execute(made, &[&game.name, &server, &game.setup, &hash])
        .map(drop)
}

/// Records have numbers, and games have names: what is there already was kept by somebody else.
fn elsewhere(error: postgres::Error) -> Fault {
    match error.code() == Some(&SqlState::UNIQUE_VIOLATION) {
        true => Fault::Elsewhere,
        false => error.into(),
    }
}

/// It was written before the connection was lost.
fn is_there(client: &mut Client, server: &str, write: &Write) -> Result<bool, Fault> {
    let (game, after, records) = match write {
        Write::Create(game) => (&game.name, 0, &game.records),
        Write::Append {
            game,
            after,
            records,
        } => (game, *after, records),
        // It does no harm twice.
        Write::Finish(_) => return Ok(false),
    };
    let found = "SELECT record FROM records JOIN games ON games.number = records.game
         WHERE games.name = $1 AND games.server = $2 AND at >= $3 ORDER BY at";
    let found = client.query(found, &[game, &server, &(after as i64)])?;
    Ok(!records.is_empty()
        && found
            .iter()
            .map(|row| row.get::<_, String>(0))
            .eq(records.iter().cloned()))
}

impl Store for Postgres {
    fn writes(&self) -> &Queue {
        &self.writes
    }

    fn found(&self, game: &str) -> Result<Option<Found>, Fault> {
        let game = game.to_string();
        self.read(move |client, server| {
            let found =
                "SELECT number, setup, files FROM games JOIN cards ON cards.hash = games.cards
                 WHERE name = $1 AND server = $2";
            let Some(found) = client.query_opt(found, &[&game, &server])? else {
                return Ok(None);
            };
            let number: i64 = found.get(0);
            let records = client.query(
                "SELECT record FROM records WHERE game = $1 ORDER BY at",
                &[&number],
            )?;
            let records: Vec<String> = records.iter().map(|row| row.get(0)).collect();
            Ok(Some((
                found.get::<_, String>(1),
                found.get::<_, String>(2),
                records,
            )))
        })
    }

    fn under_way(&self) -> Result<Vec<String>, Fault> {
        self.read(|client, server| {
            let names = "SELECT name FROM games WHERE server = $1 AND NOT over ORDER BY number";
            Ok(client
                .query(names, &[&server])?
                .iter()
                .map(|row| row.get(0))
                .collect())
        })
    }
}
