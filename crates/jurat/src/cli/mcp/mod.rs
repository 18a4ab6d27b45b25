//! `jurat mcp`: serves tools to any host that speaks the Model Context Protocol.

mod audit_task;
mod desk_tools;
mod own_tools;
mod report_shelf;
mod run_shelf;
mod source_shelf;
mod workflow_tools;

use std::{
    fs,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
};

use jurat_canon::nearest;
use jurat_mcp::{
    BearerToken, HttpBinding, LawShelf, McpFailure, McpOffer, McpServer, McpServing,
    ResourceShelf, ServedTool, ServerLimits, TableShelf, conformance_fixture, serve_all,
    served_remote, served_services, shipped_prompts,
};
use jurat_tools::{ALL, ToolService, ToolServices};

use crate::{
    app::AppContext,
    cli::tools::{remote_service, tool_services},
    exit::CommandExit,
    failure::CommandFailure,
    settings::{self, CliSettings},
    signal, version,
};

use self::{
    desk_tools::ToolDesk, report_shelf::ReportShelf, run_shelf::RunShelf,
    source_shelf::SourceShelf,
};

/// Where all services are served together by HTTP.
const ALL_PORT: u16 = 3100;
/// Services that live beside those of the table: of this program itself, and of workflows.
const OWN: &str = "jurat";
const OWN_PORT: u16 = 3103;
const WORKFLOW: &str = "workflow";
const WORKFLOW_PORT: u16 = 3104;
/// The service whose packs hold decisions and acts.
const CASELAW: &str = "caselaw";
/// The server that the conformance suite is run against.
const FIXTURE: &str = "conformance-fixture";
/// The variable that holds the token.
const TOKEN: &str = "JURAT_MCP_TOKEN";

/// What to serve, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct McpArgs {
    /// Services, as `jurat tools list` names them, `jurat` and `workflow`; all where none is named
    #[arg(value_name = "SERVICE")]
    services: Vec<String>,
    /// By HTTP at `http://ADDR/mcp`; without ADDR each named service has its own port on 127.0.0.1, all together 3100
    #[arg(long, value_name = "ADDR", num_args = 0..=1, conflicts_with = "stdio")]
    #[allow(clippy::option_option, reason = "the flag alone says something else than no flag")]
    http: Option<Option<String>>,
    /// By standard input and output, as hosts start servers; this is the default
    #[arg(long)]
    stdio: bool,
    /// The file of the token that clients must show; `JURAT_MCP_TOKEN` does the same
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// A name under which clients may ask for this server, beside localhost
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// A page that may ask from a browser, as `https://host.example:443`
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// A folder whose files tools may read
    #[arg(long = "allow", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

pub(crate) fn execute(app: &AppContext, args: &McpArgs) -> Result<CommandExit, CommandFailure> {
    let chosen = chosen(&args.services)?;
    let services = Arc::new(tool_services(app)?);
    let desk = Arc::new(ToolDesk::new(app, &args.folders)?);
    let server = |name: &str, offered: &[OfferedService]| {
        let offer = offer(name, offered, &app.settings, (&services, &desk));
        offer.map(|offer| McpServer::new(offer, ServerLimits::USUAL))
    };
    let serving = match &args.http {
        None => vec![McpServing::Stdio(server("jurat", &chosen)?)],
        Some(address) => {
            let mut serving = Vec::new();
            for (address, name, offered) in places(address.as_deref(), args, &chosen)? {
                let binding = binding(app, args, address)?;
                serving.push(McpServing::Http(server(&name, &offered)?, binding));
            }
            serving
        }
    };
    signal::listen();
    let out = app.out;
    let ready = Arc::new(move |_, address: SocketAddr| {
        out.note(&format!("serves http://{address}/mcp; Ctrl-C ends it"));
    });
    serve_all(serving, signal::pressed, &(ready as _))?;
    Ok(CommandExit::Done)
}

/// A service that can be asked for by name.
#[derive(Clone, Copy)]
enum OfferedService {
    Table(&'static ToolService),
    Own,
    Workflow,
    /// What the conformance suite expects to find; nobody lists it.
    Fixture,
}

impl OfferedService {
    const fn name(self) -> &'static str {
        match self {
            Self::Table(service) => service.name,
            Self::Own => OWN,
            Self::Workflow => WORKFLOW,
            Self::Fixture => FIXTURE,
        }
    }

    const fn port(self) -> u16 {
        match self {
            Self::Table(service) => service.port,
            Self::Own => OWN_PORT,
            Self::Workflow => WORKFLOW_PORT,
            Self::Fixture => ALL_PORT,
        }
    }
}

fn every_service() -> impl Iterator<Item = OfferedService> + Clone {
    ALL.iter()
        .map(OfferedService::Table)
        .chain([OfferedService::Own, OfferedService::Workflow])
}

fn chosen(named: &[String]) -> Result<Vec<OfferedService>, CommandFailure> {
    match named {
        [] => return Ok(every_service().collect()),
        [name] if name == FIXTURE => return Ok(vec![OfferedService::Fixture]),
        _ => {}
    }
    let one = |name: &String| {
        every_service().find(|it| it.name() == name).ok_or_else(|| {
            let names = every_service().map(OfferedService::name);
            let all: Vec<&str> = names.clone().collect();
            let near = nearest(name, names).map(|near| format!("did you mean `{near}`? "));
            CommandFailure::input(format!("there is no service `{name}`")).hint(format!(
                "{}there are {}",
                near.unwrap_or_default(),
                all.join(", ")
            ))
        })
    };
    named.iter().map(one).collect()
}

type HttpPlace = (SocketAddr, String, Vec<OfferedService>);

/// Which services are served where: all at the one address that is given, else each at its own port.
fn places(
    given: Option<&str>,
    args: &McpArgs,
    chosen: &[OfferedService],
) -> Result<Vec<HttpPlace>, CommandFailure> {
    let here = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let together = |address| vec![(address, "jurat".to_owned(), chosen.to_vec())];
    match given {
        Some(given) => Ok(together(address(given)?)),
        None if args.services.is_empty() => Ok(together(here(ALL_PORT))),
        None => {
            let alone = |it: &OfferedService| {
                (here(it.port()), format!("jurat-{}", it.name()), vec![*it])
            };
            Ok(chosen.iter().map(alone).collect())
        }
    }
}

/// `IP:PORT`, or a port of this machine alone.
fn address(given: &str) -> Result<SocketAddr, CommandFailure> {
    let port = given
        .parse()
        .map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    port.or_else(|_| given.parse()).map_err(|_| {
        CommandFailure::input(format!("`{given}` is no address to listen at"))
            .hint("give IP:PORT or a port; services stand before `--http`, as in `jurat mcp noc --http`")
    })
}

fn binding(
    app: &AppContext,
    args: &McpArgs,
    address: SocketAddr,
) -> Result<HttpBinding, CommandFailure> {
    let text = match &args.token_file {
        Some(file) => Some(fs::read_to_string(file).map_err(|error| {
            CommandFailure::input(format!("cannot read {}: {error}", file.display()))
        })?),
        None => settings::key(TOKEN),
    };
    let token = text.map(|text| BearerToken::new(&text)).transpose()?;
    if token.is_some() && address.ip().is_loopback() {
        app.out.note("clients must show the token");
    }
    Ok(HttpBinding {
        address,
        token,
        hosts: args.hosts.clone(),
        origins: args.origins.clone(),
    })
}

fn offer(
    name: &str,
    offered: &[OfferedService],
    settings: &CliSettings,
    (services, desk): (&Arc<ToolServices>, &Arc<ToolDesk>),
) -> Result<McpOffer, CommandFailure> {
    let mut tools: Vec<ServedTool> = Vec::new();
    let mut about = Vec::new();
    for service in offered {
        match service {
            OfferedService::Table(service) => {
                tools.extend(match remote_service(settings, service.name)? {
                    None => served_services(services, &[service]),
                    Some(remote) => served_remote(services, service, remote),
                });
                about.push(service.about);
            }
            OfferedService::Own => {
                tools.extend(own_tools::TOOLS.served(desk)?);
                about.push(own_tools::ABOUT);
            }
            OfferedService::Fixture => return Ok(conformance_fixture()),
            OfferedService::Workflow => {
                tools.extend(workflow_tools::TOOLS.served(desk)?);
                about.push(workflow_tools::ABOUT);
            }
        }
    }
    Ok(McpOffer {
        name: name.to_owned(),
        version: version::SHORT.to_owned(),
        about: about.join("\n"),
        tools,
        prompts: shipped_prompts()?,
        shelves: shelves(offered, settings, (services, desk))?,
    })
}

/// What can be read beside the services that are offered. The law of a service that lives elsewhere is not here.
fn shelves(
    offered: &[OfferedService],
    settings: &CliSettings,
    (services, desk): (&Arc<ToolServices>, &Arc<ToolDesk>),
) -> Result<Vec<Box<dyn ResourceShelf>>, CommandFailure> {
    let mut shelves: Vec<Box<dyn ResourceShelf>> = Vec::new();
    if offered.iter().any(|it| matches!(it, OfferedService::Table(_))) {
        shelves.push(Box::new(TableShelf::built_in()));
    }
    let has = |name: &str| offered.iter().any(|it| it.name() == name);
    if has(CASELAW) && remote_service(settings, CASELAW)?.is_none() {
        shelves.push(Box::new(LawShelf::new(services)));
    }
    if has(OWN) || has(WORKFLOW) {
        shelves.push(Box::new(RunShelf::new(desk)));
        shelves.push(Box::new(ReportShelf::new(desk)));
    }
    if has(OWN) {
        shelves.push(Box::new(SourceShelf::new(desk)));
    }
    Ok(shelves)
}

impl From<McpFailure> for CommandFailure {
    fn from(failure: McpFailure) -> Self {
        let message = failure.to_string();
        match failure {
            McpFailure::TokenNeeded { .. } => Self::input(message)
                .hint("set JURAT_MCP_TOKEN or give `--token-file FILE`; 127.0.0.1 needs none"),
            McpFailure::ShortToken { .. } => {
                Self::input(message).hint("`openssl rand -hex 32` makes one")
            }
            McpFailure::Bind { .. } => {
                Self::input(message).hint("another server may be there; `--http PORT` chooses")
            }
            McpFailure::Broken(_) => Self::ours(message),
        }
    }
}
